"""Makes the four .ttf files of this folder from the published fonts (see README.md).

    npm pack inter-ui@4.1.1 dejavu-fonts-ttf@2.37.3     # unpack each, then
    python3 subset.py <inter-ui>/web <dejavu-fonts-ttf>/ttf
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools import unicodedata as ucd
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent

# Blocks of which Inter has a stray glyph or two: better whole from nowhere than in part.
INTER_WITHOUT = {
    "Private Use Area",
    "Arabic Presentation Forms-B",
    "Thai",
    "Combining Diacritical Marks Supplement",
    "Cyrillic Extended-A",
}

# What the fallback adds: the other scripts written from left to right without joining, and symbols.
FALLBACK_BLOCKS = {
    "Alphabetic Presentation Forms", "Armenian", "Arrows", "Block Elements", "Box Drawing",
    "Combining Diacritical Marks", "Combining Diacritical Marks for Symbols", "Currency Symbols", "Cyrillic",
    "Cyrillic Supplement", "Dingbats", "General Punctuation", "Geometric Shapes", "Georgian",
    "Georgian Supplement", "Greek and Coptic", "IPA Extensions", "Latin Extended-C", "Latin Extended-D",
    "Latin-1 Supplement", "Letterlike Symbols", "Mathematical Operators", "Miscellaneous Symbols",
    "Miscellaneous Technical", "Modifier Tone Letters", "Number Forms", "Phonetic Extensions",
    "Spacing Modifier Letters", "Specials", "Supplemental Punctuation",
}  # fmt: skip


def cut(source, target, characters, features):
    options = subset.Options(
        layout_features=features,
        hinting=False,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17],
        notdef_outline=True,
        glyph_names=False,
    )
    font = subset.load_font(source, options)
    font.flavor = None
    font.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    font.save(HERE / target)


inter, dejavu = map(Path, sys.argv[1:3])
inter_has = TTFont(inter / "Inter-Regular.woff2").getBestCmap()
kept = {c for c in inter_has if c >= 0x20 and ucd.block(chr(c)) not in INTER_WITHOUT}
for weight in ("Regular", "Medium", "SemiBold"):
    features = ["tnum", "kern", "mark", "mkmk", "ccmp", "locl", "case"]
    cut(inter / f"Inter-{weight}.woff2", f"Inter-{weight}.ttf", kept, features)

rest = {
    c
    for c in TTFont(dejavu / "DejaVuSans.ttf").getBestCmap()
    if c not in kept
    and ucd.block(chr(c)) in FALLBACK_BLOCKS
    and ucd.category(chr(c)) != "Cf"
    and ucd.script_horizontal_direction(ucd.script(chr(c)), "LTR") == "LTR"
}
# Letters and accents too, so that an accent Inter lacks still finds its letter in the same face.
letters = {*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0x300, 0x370)}
cut(dejavu / "DejaVuSans.ttf", "DejaVuSans-Fallback.ttf", rest | letters | {0x20, 0xA0, 0xFFFD},
    ["kern", "mark", "mkmk", "ccmp"])  # fmt: skip
