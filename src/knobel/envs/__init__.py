"""Knobel for Gymnasium and PettingZoo: every game as an environment. Needs the extra `knobel[envs]`."""

from knobel.core.extras import need

need("knobel.envs", "envs", "gymnasium", "pettingzoo")

from knobel.envs.encoding import Encoding, encoding
from knobel.envs.ids import enlist, ids
from knobel.envs.pettingzoo_envs import TogetherEnv, TurnEnv, env, parallel_env, raw_env
from knobel.envs.shaped import ShapedEnv
from knobel.envs.solo import SoloEnv
from knobel.envs.vector import SoloVectorEnv, VectorTurnEnv

__all__ = [
    "Encoding",
    "ShapedEnv",
    "SoloEnv",
    "SoloVectorEnv",
    "TogetherEnv",
    "TurnEnv",
    "VectorTurnEnv",
    "encoding",
    "env",
    "ids",
    "parallel_env",
    "raw_env",
]

enlist()
