# syntax=docker/dockerfile:1
FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY shared/package.json shared/
COPY service/package.json service/
COPY console/package.json console/
COPY connectors/mcp/package.json connectors/mcp/
COPY connectors/n8n/package.json connectors/n8n/
COPY connectors/node-red/package.json connectors/node-red/
COPY connectors/zapier/package.json connectors/zapier/

# The console, built to static files.
FROM manifests AS console
RUN npm ci --ignore-scripts --no-audit --no-fund -w @textloom/console
COPY shared shared
COPY console console
COPY tsconfig.json ./
COPY scripts/buildConsole.ts scripts/
RUN node scripts/buildConsole.ts

# The packages that the service needs to run.
FROM manifests AS packages
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev -w @textloom/service

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY shared shared
COPY service service
COPY connectors/mcp connectors/mcp
COPY --from=console /app/console/dist console/dist
RUN ln -s /app/service/bin/textloom.mjs /usr/local/bin/textloom && install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 4010
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "service/bin/textloom.mjs", "serve"]
