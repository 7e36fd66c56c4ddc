"""Knobel for Gymnasium and PettingZoo: every game as an environment. Needs the extra `knobel-lab[envs]`."""

from knobel_lab.extras import need

need("knobel_lab.envs", "envs", "gymnasium", "pettingzoo")

from knobel_lab.envs.encoding import Encoding, encoding
from knobel_lab.envs.ids import ids, register_all
from knobel_lab.envs.pettingzoo_envs import TogetherEnv, TurnEnv, env, parallel_env, raw_env
from knobel_lab.envs.shaped import ShapedEnv
from knobel_lab.envs.solo import SoloEnv
from knobel_lab.envs.vector import SoloVectorEnv, VectorTurnEnv

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

register_all()
