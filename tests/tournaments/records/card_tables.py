"""A family's old score cards, made up, as ugly as such files are: as CSV and as a workbook."""

from __future__ import annotations

import io

from openpyxl import Workbook

# A title, an empty line, headings in any case, dates in three ways (also of two orders), cells that
# go on from above, a shared chair, a side that nobody wrote down (line 10), a line that stands
# there twice (13, 14), seven and seven (8, 9), a third line at a table (18), an evening of which
# the year alone is known, with points of whole rounds and a sum that they do not come to (29).
CSV = """\
The Brandts at Christmas;;;;;;;;;
;;;;;;;;;
Event;DATE;Game;Set;Hand;Table;Player1;Player2;Tricks;Score
Christmas;26.12.2004;Court Whist;1;1;1;Karla;Tom;9;
;;;;;;Rosa;Jonas;4;
Christmas;26.12.2004;court-whist;1;2;1;Karla;Tom;7;
;;;;;;Rosa;Jonas;6;
Christmas;12/26/2004;court-whist;1;3;1;Karla;Tom;7;
;;;;;;Rosa;Jonas;7;
Christmas;2004-12-26;court-whist;1;4;1;Karla;Tom;8;
Christmas;26.12.2004;court-whist;2;1;1;Karla;Rosa;6;
;;;;;;Tom;Jonas;7;
;;;;;;Tom;Jonas;7;
Christmas;26.12.2004;court-whist;2;2;1;Karla;Rosa;9;
;;;;;;Tom;Jonas;4;
Christmas;26.12.2005;court-whist;1;1;1;Karla;Tom;13;
;;;;;;Karla;Rosa;3;
;;;;;;Rosa;Jonas;0;
Christmas;26.12.2005;court-whist;1;2;1;Karla;Tom;5;
;;;;;;Rosa;Jonas;8;
Cottage;2008;Five Hundreds;1;;1;Karla;;;120
;;;;;;Tom + Rosa;;;85
;;;;;;Jonas;;;60
Cottage;2008;Five Hundreds;2;;1;Karla;;;40
;;;;;;tom & rosa;;;95
;;;;;;Jonas;;;70
Cottage;2008;Five Hundreds;total;;;Karla;;;160
;;;;;;Jonas;;;140
"""
TRICKS, THIRD, SUM = "tricks-8-9", "third_line-16-17-18", "sum-28"


def workbook() -> bytes:
    """Return the same lines as a workbook, with merged cells."""
    book = Workbook()
    sheet = book.active
    for number, line in enumerate(CSV.splitlines(), 1):
        for column, cell in enumerate(line.split(";"), 1):
            if cell:
                sheet.cell(number, column, int(cell) if cell.isdecimal() else cell)
    sheet.merge_cells("A1:J1")
    for column in "ABCDEF":
        sheet.merge_cells(f"{column}4:{column}5")
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


PLAYS = {
    "games": [{"id": 1, "name": "Hearts"}, {"id": 2, "name": "A game of stones"}],
    "players": [{"id": 1, "name": "Karla"}, {"id": 2, "name": "Tom"}, {"id": 3, "name": "Jonas"}],
    "plays": [
        {
            "uuid": "a",
            "gameRefId": 1,
            "playDate": "2011-07-02 20:15:00",
            "playerScores": [
                {"playerRefId": 1, "score": "31", "winner": True, "rank": 0},
                {"playerRefId": 2, "score": "40+4", "winner": False, "rank": 0},
                {"playerRefId": 3, "score": "77", "winner": False, "rank": 0},
            ],
        },
        {"uuid": "b", "gameRefId": 2, "playDate": "2011-07-02 21:00:00", "playerScores": []},
        {"uuid": "c", "gameRefId": 1, "playDate": "2011-07-03 20:00:00", "ignored": True},
    ],
}
RESULTS = """\
date,game,event,person,place
1999,Hearts,New Year,Karla,2
1999,Hearts,New Year,Tom,1
1999,Hearts,New Year,Jonas,3
"""
