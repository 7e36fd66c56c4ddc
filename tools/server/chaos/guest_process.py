"""The process of the attacker: it gets the tables over a pipe, and reports over another."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence

from tools.server.child import start_child
from tools.server.ledger import Ledger


class GuestProcess:
    """An attacker in its own process."""

    def __init__(self, ledger: Ledger, seed: int, entries: int, ports: Sequence[int]) -> None:
        self._ledger, self._words = ledger, [str(number) for number in (seed, entries, *ports)]
        self.rounds = 0
        self.summary = "has not come"

    async def run(self, ending: asyncio.Event) -> None:
        """Run the attacker until the run ends and it has left."""
        words = [sys.executable, "-m", "tools.server.chaos.guest", *self._words]
        process = start_child(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin
        assert process.stdout
        reading = asyncio.create_task(self._read(process))
        try:
            while not ending.is_set() and not reading.done():
                process.stdin.write(json.dumps(self._ledger.watch).encode() + b"\n")
                process.stdin.flush()
                await asyncio.wait({reading}, timeout=0.5)
            process.stdin.close()
            await reading
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
        if process.returncode:
            self._ledger.fault("the rude guest fell over its own feet")

    async def _read(self, process: "subprocess.Popen[bytes]") -> None:
        """Read the reports of the attacker, line by line."""
        assert process.stdout
        reported = 0
        while line := await asyncio.to_thread(process.stdout.readline):
            deeds = json.loads(line)
            self.rounds, self.summary = deeds["rounds"], deeds["answers"]
            for fault in deeds["faults"][reported:]:
                self._ledger.fault(fault)
            reported = len(deeds["faults"])
