"""Two installations on one Redis do not hear each other."""

from pathlib import Path
from typing import Any

import redis

from scorekeeper.environment import installation_name
from tests.redis_servers import real_redis
from tournaments.db.broadcast import Change, announce, channel


def test_an_installation_is_heard_by_its_own_processes_alone(tmp_path: Path, settings: Any) -> None:
    with real_redis(tmp_path) as url, redis.Redis.from_url(url) as ours:
        settings.REDIS_URL = url
        with ours.pubsub() as heard:
            heard.subscribe(channel())
            assert heard.get_message(timeout=5)["type"] == "subscribe"  # type: ignore[index]
            own, other = settings.INSTALLATION, installation_name("another’s secret")
            settings.INSTALLATION = other
            announce(3, 17, ["report"])
            settings.INSTALLATION = own
            announce(3, 18, ["report"])
            message: Any = heard.get_message(timeout=5)
            assert Change.from_json(message["data"]) == Change(3, 18, ("report",))
            assert heard.get_message(timeout=0.2) is None
