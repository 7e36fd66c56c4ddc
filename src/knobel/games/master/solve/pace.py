"""Measured parameters of the model of races."""

TASK_RATES = (0.08, 0.14, 0.09, 0.09, 0.1, 0.025)
"""The rate per turn at which each task is fulfilled, averaged over games of a good player."""
ROW_RATES = (0.041, 0.08, 0.116, 0.146, 0.186, 0.25, 0.42, 0.42, 0.0)
"""The rate per turn at which a row is finished, by the field of its marker."""
WORTH = 1.0
"""The value of expected coins of open races, relative to coins already gained."""
SPREAD, MIN_SPREAD = 0.5, 0.3
"""The standard deviation of the turns to come: the factor of the root of their mean, and the minimum."""
HASTE = 0.0007
"""The extra value of a turn in hand, as it may win races: the factor of the square of the turns to come."""

_HALF = (
    (4.512745863399783, 2.2345844007746607e-05),
    (3.20542900285647, 0.0027891413212317692),
    (2.07684797867783, 0.04991640676521782),
    (1.0232556637891326, 0.24409750289493953),
)
NODES = (*((-node, share) for node, share in _HALF), (0.0, 0.40634920634920635), *_HALF[::-1])
"""Nodes and weights of Gauss-Hermite quadrature for a normal distribution."""
