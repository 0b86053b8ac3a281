"""Runs the Python of guides, which come as JSON from standard input, one after the other. Prints what does not do what its page says."""

import builtins
import json
import re
import sys
import traceback

problems: list[str] = []
for name, text in json.load(sys.stdin).items():
    waiting = {int(line) for line in re.findall(r"expectNext\((\d+),", text)}
    shown: list[tuple[int, str]] = []

    def expect_next(line: int, expected: str) -> None:
        waiting.discard(line)
        shown.append((line, expected))

    def checked_print(*values: object) -> None:
        printed = " ".join(map(str, values))
        if shown:
            line, expected = shown.pop()
            if not re.fullmatch(".*".join(map(re.escape, expected.split("..."))), printed, re.S):
                problems.append(f"{name}:{line} prints {printed}")

    try:
        code = compile(text, f"docs/{name}.md", "exec")
        exec(code, {"__builtins__": {**vars(builtins), "print": checked_print, "expectNext": expect_next}})
        problems.extend(f"{name}:{line} printed nothing" for line in sorted(waiting))
    except Exception as error:
        problems.append("".join(traceback.format_exception(error)) + str(getattr(error, "details", "")))
print(json.dumps(problems))
