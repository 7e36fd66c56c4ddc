"""How quickly players of Master get on: what the model of races takes for granted."""

TASK_RATES = (0.08, 0.14, 0.09, 0.09, 0.1, 0.025)
"""How often a turn fulfils each task, in the mean over the games of a good player."""
ROW_RATES = (0.041, 0.08, 0.116, 0.146, 0.186, 0.25, 0.42, 0.42, 0.0)
"""How often a turn finishes a row, by the fields it has."""
WORTH = 1.0
"""How much nearer the coins of open races bring the goal, measured by coins that lie there."""
SPREAD, LEAST = 0.5, 0.3
"""The deviation of the turns to come: by the root of their mean, and at the very end."""
HASTE = 0.0007
"""What a turn brings beyond itself, as races are won by those who try: by the square of the turns to come."""

_HALF = (
    (4.512745863399783, 2.2345844007746607e-05),
    (3.20542900285647, 0.0027891413212317692),
    (2.07684797867783, 0.04991640676521782),
    (1.0232556637891326, 0.24409750289493953),
)
NODES = (*((-node, share) for node, share in _HALF), (0.0, 0.40634920634920635), *_HALF[::-1])
"""Where, and how much, a normal shape is summed over: nine nodes of Gauss and Hermite."""
