"""Boxes on a page: points from the lower left corner, as PDF counts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; x, y is its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, sideways: float, upright: float | None = None) -> "Box":
        """The box less a margin on each side (and another above and below)."""
        up = sideways if upright is None else upright
        return Box(self.x + sideways, self.y + up, self.width - 2 * sideways, self.height - 2 * up)

    def from_top(self, height: float, skip: float = 0.0) -> "Box":
        """The strip of `height` that begins `skip` below the upper edge."""
        return Box(self.x, self.top - skip - height, self.width, height)

    def below(self, height: float) -> "Box":
        """What is left after a strip of `height` at the upper edge."""
        return Box(self.x, self.y, self.width, self.height - height)

    def above(self, height: float) -> "Box":
        """What is left after a strip of `height` at the lower edge."""
        return Box(self.x, self.y + height, self.width, self.height - height)

    def columns(self, count: int, gap: float = 0.0) -> tuple["Box", ...]:
        """Split into `count` columns of one width, from left to right."""
        width = (self.width - gap * (count - 1)) / count
        return tuple(
            Box(self.x + i * (width + gap), self.y, width, self.height) for i in range(count)
        )

    def rows(self, count: int, gap: float = 0.0) -> tuple["Box", ...]:
        """Split into `count` rows of one height, from the top down."""
        height = (self.height - gap * (count - 1)) / count
        return tuple(
            Box(self.x, self.top - height - i * (height + gap), self.width, height)
            for i in range(count)
        )

    def grid(
        self, across: int, down: int, gap: float = 0.0, row_gap: float | None = None
    ) -> tuple["Box", ...]:
        """Split into cells, row by row from the top left."""
        upright = gap if row_gap is None else row_gap
        return tuple(cell for row in self.rows(down, upright) for cell in row.columns(across, gap))
