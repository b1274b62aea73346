"""A first round to try: a Lawyer of exactly 25 and three other melds."""

from referee.kernel.info import Demo, Entered

DEMO = Demo(
    entered=(
        Entered("beggar", "s2", {"cards": ("JS", "4C")}),
        Entered("chief", "s3", {"cards": ("7S", "7H", "7D", "2C", "2S", "TH", "9D")}),
        Entered("doctor", "s4", {"cards": ("AS", "2H", "3D", "5C", "7S", "9H")}),
    ),
    wanted=Entered("lawyer", "s1", {"cards": ("KS", "QH", "4D", "AC")}),
    options={"dealer": "s4"},
)
