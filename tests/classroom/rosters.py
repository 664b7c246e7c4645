"""Rosters as Moodle, Canvas and schools write them, of one class of four."""

from __future__ import annotations

PARTICIPANTS = """\
First name,Last name,Email address,Groups
Ada,Lovelace,ada@school.example,"Red, Robots"
Zoë,"van der Berg",zoe@school.example,Blue
雷,李,li@school.example,
Alan,Turing,alan@school.example,Red
"""

WORKSHEET = """\
Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade),Feedback comments
Participant 501,Ada Lovelace,ada@school.example,,100.00,-,
Participant 502,Zoë van der Berg,zoe@school.example,,100.00,-,
Participant 503,雷 李,li@school.example,,100.00,-,
Participant 504,Alan Turing,alan@school.example,,100.00,-,
"""

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Quiz (99),Current Score
    Points Possible,,,,,10,(read only)
"Lovelace, Ada",501,s1,ada,Red,7,70
"van der Berg, Zoë",502,s2,zoe,Blue,,
"李, 雷",503,s3,li,Red,,
"Turing, Alan",504,s4,alan,Red,,
"Student, Test",505,,abc,Red,,
"""

NAMES = "Lovelace, Ada\nZoë van der Berg\n雷 李\n\nTuring, Alan\n"
