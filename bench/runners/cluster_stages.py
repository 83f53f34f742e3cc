"""Search on a cluster, and tell for how long nobody but this process worked: ``python cluster_stages.py ARGUMENT...``.

The arguments are those of ``likewise``. Prints, as JSON, seconds until the cluster is asked for something, of counting,
of judging, and of everything.
"""

import json
import time

START = time.perf_counter()


def main():
    """Search, and print."""
    from likewise.cli import main as likewise
    from likewise.scale import finding

    told = {}

    def measured(name, function):
        def measuring(*arguments, **options):
            begin = time.perf_counter()
            told.setdefault("start", begin - START)
            made = function(*arguments, **options)
            told[name] = time.perf_counter() - begin
            return made

        return measuring

    finding.take_survey = measured("counting", finding.take_survey)
    finding.judge_in_parts = measured("judging", finding.judge_in_parts)
    try:
        likewise()
    except SystemExit as end:
        if end.code:
            raise
    print(json.dumps({**told, "seconds": time.perf_counter() - START}))


if __name__ == "__main__":
    main()
