"""Many browsers in one process, for the benchmark of the live stream: raw loopback sockets.

usage: live_clients.py PORT COUNT TOKEN...    (the tokens are used in turn)

Prints ``open`` when every stream has answered. Then, for each line on standard input (a version),
waits until all streams were told of it and prints the moment (CLOCK_MONOTONIC, in seconds, the same
clock in every process of a machine) at which the last one was, and how many were.
"""

import selectors
import socket
import sys
import time


def open_streams(port: int, count: int, tokens: list[str]) -> list[socket.socket]:
    """Open the streams one after the other and read each answer's first event."""
    streams = []
    for number in range(count):
        stream = socket.create_connection(("127.0.0.1", port), timeout=30)
        path = f"/live/{tokens[number % len(tokens)]}/"
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        streams.append(stream)
    for stream in streams:
        answer = b""
        while b"retry:" not in answer:
            part = stream.recv(4096)
            if not part:
                raise SystemExit(f"a stream was refused: {answer[:200]!r}")
            answer += part
        stream.settimeout(0)
    return streams


def wait_for(streams: list[socket.socket], version: str) -> tuple[float, int]:
    """Until all were told of the version, or 10 s; the moment of the last, and how many."""
    wanted = f"id: {version}\n".encode()
    told = 0
    moment = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream, selectors.EVENT_READ)
        while told < len(streams) and (ready := selector.select(10)):
            for key, _mask in ready:
                if wanted in key.fileobj.recv(4096):  # type: ignore[union-attr]
                    told += 1
                    selector.unregister(key.fileobj)
            moment = time.monotonic()
    return moment, told


def main() -> None:
    """Open, then answer one line for each line read."""
    port, count, *tokens = sys.argv[1:]
    streams = open_streams(int(port), int(count), tokens)
    print("open", flush=True)
    for line in sys.stdin:
        moment, told = wait_for(streams, line.strip())
        print(f"{moment:.6f} {told}", flush=True)


if __name__ == "__main__":
    main()
