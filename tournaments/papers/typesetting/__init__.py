"""Setting type: paragraphs broken into lines and pages filled, as pure arithmetic. Nothing here
knows a font, a canvas or a paper."""
