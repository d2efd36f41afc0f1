"""The process that sets a book: reads an order as JSON, writes what was asked for. It knows nothing
of the application, and is run by `typesetter.run_typesetter` alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

NO_PACKAGES = "packages"  # a folder that is not there
TO_END = 5  # seconds between the signal and the end that nothing prevents
UNSETTLED = "did not converge", "did not stabilize"


def main() -> int:
    """Read the order, write the result; 1 with a line about the reason if there is none."""
    order = json.load(sys.stdin.buffer)
    limit_resources(order["memory"], order["seconds"])
    import typst

    try:
        result = compile_book(order)
    except typst.TypstError as error:
        sys.stderr.write(f"{error.diagnostic}\n{error.message}\n")
        return 1
    except (RuntimeError, MemoryError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.buffer.write(result)
    sys.stdout.buffer.flush()
    return 0


def limit_resources(memory: int, seconds: int) -> None:
    """Let this process have no more address space (bytes) and no more processor time, where the
    system can say so. Time that it waits for a processor does not count."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + TO_END))
    if sys.platform.startswith("linux"):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def compile_book(order: dict[str, Any]) -> bytes:
    """The PDF, or where everything is. Reads the template and the fonts, and nothing else:
    packages would be looked for where there is nothing."""
    import typst

    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[order["fonts"]]
    )
    inputs = {
        "task": order["task"],
        "book": json.dumps(order["book"], ensure_ascii=False),
    }
    nothing = str(Path(order["template"], NO_PACKAGES))
    compiler = typst.Compiler(
        str(Path(order["template"], order["main"])),
        root=order["template"],
        font_paths=fonts,
        ignore_system_fonts=True,
        sys_inputs=inputs,
        package_path=nothing,
        package_cache_path=nothing,
    )
    if order["task"] == "measure":
        measures: str = compiler.query("<measures>", field="value", one=True)
        return measures.encode()
    pdf, warnings = compiler.compile_with_warnings(
        format="pdf", pdf_standards=["ua-1"], timestamp=0
    )
    for warning in warnings:
        if any(words in warning.message for words in UNSETTLED):
            raise RuntimeError("The pages of the book did not settle.")
    if not isinstance(pdf, bytes):
        raise RuntimeError("The typesetter wrote no file.")  # noqa: TRY004  nobody's type
    return pdf


if __name__ == "__main__":
    sys.exit(main())
