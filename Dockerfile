# syntax=docker/dockerfile:1
# The server with its web app. docs/hosting.md tells how to use it; tests/test_deploy.py keeps it in step with the code.

FROM python:3.13.7-slim-bookworm AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md LICENSE CHANGELOG.md ./
COPY requirements/play.txt requirements/server.txt requirements/
COPY web web
COPY src src
# Building the package builds the web app, with a Node that comes as a package too.
RUN pip install --no-cache-dir --require-hashes --requirement requirements/play.txt \
    && pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .
# The very files that the tests ran with, by their hashes; and the package that was just built.
RUN python -m venv /knobel \
    && /knobel/bin/pip install --no-cache-dir --require-hashes --requirement requirements/server.txt \
    && /knobel/bin/pip install --no-cache-dir --no-index --no-deps /wheels/knobel-*.whl

FROM python:3.13.7-slim-bookworm
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin knobel \
    && install --directory --owner=knobel --group=knobel --mode=0700 /data
COPY --from=build /knobel /knobel
ENV PATH=/knobel/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    KNOBEL_HOST=0.0.0.0 \
    KNOBEL_PORT=8000 \
    KNOBEL_DATA=/data \
    KNOBEL_LOG=json
USER knobel
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os; from urllib.request import urlopen; urlopen('http://127.0.0.1:' + os.environ['KNOBEL_PORT'] + '/healthz', timeout=4)"]
CMD ["knobel", "serve", "--no-open"]
