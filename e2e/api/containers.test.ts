import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, settingNames } from '@crm/platform/config/config.ts';
import { HEAD_LIMIT } from '@crm/platform/http/head-limit.ts';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '../..');
const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

const Service = z.object({
  image: z.string(),
  user: z.string(),
  read_only: z.literal(true),
  init: z.literal(true),
  restart: z.literal('unless-stopped'),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  stop_grace_period: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()),
  tmpfs: z.array(z.string()).default([]),
  networks: z.union([
    z.array(z.string()),
    z.record(z.string(), z.object({ ipv4_address: z.string().optional() })),
  ]),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  healthcheck: z.object({
    test: z.array(z.string()),
    interval: z.string(),
    timeout: z.string(),
    retries: z.int(),
  }),
  deploy: z.object({
    resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string(), pids: z.int() }) }),
  }),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});

const source = text('docker-compose.yml');
const { services, networks, volumes } = Compose.parse(parse(source, { merge: true }));
const kinds = {
  commands: 'command-api/main.ts',
  projections: 'projections/main.ts',
  workers: 'workers/main.ts',
};
const processes = Object.entries(services).filter(([, { image }]) => image === 'crm');

/** The variables of .env.example. */
const example = [...text('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));
/** The variables that the compose file reads from .env. */
const used = [...source.matchAll(/\$\{([A-Z_]+)(:[?-][^}]*)\}/g)].map(([, name = '', otherwise = '']) => ({
  name,
  otherwise,
}));

const addressOf = (name: string): string | undefined => {
  const of = services[name]?.networks;
  return of === undefined || Array.isArray(of) ? undefined : of['front']?.ipv4_address;
};

test('each kind of process runs twice beside Postgres, EventStoreDB, Kafka and a proxy', () => {
  expect(Object.keys(services)).toEqual([
    ...['proxy', 'commands-1', 'commands-2', 'projections-1', 'projections-2', 'workers-1', 'workers-2'],
    ...['postgres', 'eventstore', 'kafka'],
  ]);
  for (const [kind, main] of Object.entries(kinds)) {
    expect(existsSync(path.join(root, main))).toBe(true);
    for (const n of [1, 2])
      expect(services[`${kind}-${n}`]?.command).toEqual(['node', '--import', 'tsx', main]);
  }
});

test('no container runs as root, and each mounts and reaches only what is declared', () => {
  for (const [name, { user, volumes: mounted, networks: joined, depends_on }] of Object.entries(services)) {
    expect(['root', '0', ''], name).not.toContain(user);
    for (const mount of mounted) {
      const [from = '', , mode] = mount.split(':');
      if (from.startsWith('./'))
        expect([existsSync(path.join(root, from)), mode], mount).toEqual([true, 'ro']);
      else expect(Object.keys(volumes), name).toContain(from);
    }
    for (const network of Array.isArray(joined) ? joined : Object.keys(joined))
      expect(Object.keys(networks), name).toContain(network);
    for (const other of Object.keys(depends_on)) expect(Object.keys(services), name).toContain(other);
  }
  expect(networks['back']).toEqual({ internal: true });
});

test('the variables of .env.example are those that the compose file reads, and no password has a default', () => {
  expect(new Set(example.map(({ name }) => name))).toEqual(new Set(used.map(({ name }) => name)));
  expect(example.filter(({ value }) => value !== '')).toEqual([]);
  const required = used.filter(({ otherwise }) => otherwise.startsWith(':?')).map(({ name }) => name);
  expect(new Set(required)).toEqual(
    new Set(['POSTGRES_PASSWORD', 'CRM_PASSWORD', 'SECRET_KEY', 'PUBLIC_URL', 'METRICS_TOKEN']),
  );
  // All others are empty by default, which counts as unset.
  for (const { name, otherwise } of used) if (!required.includes(name)) expect(otherwise, name).toBe(':-');
});

test('every variable of a process is a setting, and the settings are accepted', () => {
  expect(processes).toHaveLength(6);
  const given: Record<string, string> = {
    CRM_PASSWORD: 'c'.repeat(48),
    SECRET_KEY: 's'.repeat(64),
    PUBLIC_URL: 'https://crm.example.com',
    METRICS_TOKEN: 'm'.repeat(48),
  };
  for (const [name, { environment }] of processes) {
    expect(
      Object.keys(environment).filter((each) => !settingNames.includes(each)),
      name,
    ).toEqual([]);
    const resolved = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace(/\$\{([A-Z_]+)[^}]*\}/g, (_, variable: string) => given[variable] ?? ''),
      ]),
    );
    expect(readConfig(resolved, 'part'), name).toMatchObject({
      kind: 'ok',
      config: { host: '0.0.0.0', port: 3000, demo: { kind: 'off' }, trustProxy: [addressOf('proxy')] },
    });
  }
});

test('nginx knows the address of each process', () => {
  const conf = text('docs/containers/nginx-processes.conf');
  for (const kind of ['commands', 'projections']) {
    const upstream = new RegExp(`upstream ${kind} \\{([^}]*)\\}`).exec(conf)?.[1] ?? '';
    const servers = [...upstream.matchAll(/server ([\d.]+):3000(?: max_fails=0)?;/g)].map(
      ([, address]) => address,
    );
    expect(servers, kind).toEqual([addressOf(`${kind}-1`), addressOf(`${kind}-2`)]);
  }
  // Both pairs of files that nginx.conf includes define the same upstreams.
  const upstreams = (file: string) => [...text(file).matchAll(/^upstream (\w+)/gm)].map(([, name]) => name);
  expect(upstreams('docs/containers/nginx-processes.conf')).toEqual(upstreams('docs/nginx-processes.conf'));
  const included = [...text('docs/nginx.conf').matchAll(/include ([\w.-]+);/g)].map(([, file = '']) => file);
  expect(included).toEqual(['nginx-processes.conf', 'nginx-listen.conf']);
  expect(services['proxy']?.volumes).toEqual([
    './docs/nginx.conf:/etc/nginx/nginx.conf:ro',
    ...included.map((file) => `./docs/containers/${file}:/etc/nginx/${file}:ro`),
  ]);
});

const nginx = (...args: string[]) => spawnSync('nginx', args, { encoding: 'utf8' });
test.skipIf(nginx('-v').status !== 0).each([
  ['docs', []],
  ['docs/containers', ['docs/nginx.conf']],
] as const)(
  'nginx accepts its configuration with the files of %s (nginx of this machine)',
  (folder, more) => {
    const copy = mkdtempSync(path.join(tmpdir(), 'crm-nginx-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync(path.join(root, folder), copy, { recursive: true });
    for (const file of more) cpSync(path.join(root, file), path.join(copy, path.basename(file)));
    const { status, stderr } = nginx('-t', '-e', 'stderr', '-p', copy, '-c', 'nginx.conf');
    expect(stderr).not.toMatch(/\[(?:warn|emerg|alert|error)\]/);
    expect(status).toBe(0);
  },
);

test('a 503 of one read model, or of posts under overload, takes no process from nginx', () => {
  for (const file of ['docs/nginx-processes.conf', 'docs/containers/nginx-processes.conf'])
    for (const kind of ['commands', 'projections']) {
      const upstream = new RegExp(`upstream ${kind} \\{([^}]*)\\}`).exec(text(file))?.[1] ?? '';
      const servers = upstream.match(/^ +server .*$/gm) ?? [];
      expect(servers.length, file).toBeGreaterThan(0);
      for (const server of servers) expect(server, file).toContain(' max_fails=0;');
    }
});

test('nginx passes the longest address that the product reads', () => {
  expect(text('docs/nginx.conf')).toContain(`large_client_header_buffers 4 ${HEAD_LIMIT / 1024}k;`);
});

test('nginx has connections for the consoles that two processes serve', () => {
  const [, connections] = /worker_connections (\d+);/.exec(text('docs/nginx.conf')) ?? [];
  expect(Number(connections)).toBeGreaterThanOrEqual(2 * 7_000); // docs/scaling.md
});

test('nginx takes the address of a client from the gateway of its network', () => {
  const { ipam } = z
    .object({ ipam: z.object({ config: z.tuple([z.object({ gateway: z.string() })]) }) })
    .parse(networks['front']);
  const conf = text('docs/containers/nginx-listen.conf');
  expect(conf).toContain(`set_real_ip_from ${ipam.config[0].gateway};\nreal_ip_header X-Forwarded-For;`);
});

test('a process has memory beside its full /tmp', () => {
  for (const [name, { tmpfs, deploy }] of processes) {
    const size = mb(/^\/tmp:size=(\w+)/.exec(tmpfs[0] ?? '')?.[1] ?? '');
    expect(mb(deploy.resources.limits.memory) - size, name).toBeGreaterThanOrEqual(768);
  }
});

const mb = (text: string) => Number.parseInt(text, 10) * (text.endsWith('g') ? 1024 : 1);

test('the image installs every workspace that the processes import, and copies what is not ignored', () => {
  const dockerfile = text('Dockerfile');
  const ignored = text('.dockerignore').split('\n');
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(text('package.json')));
  for (const workspace of workspaces) {
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    expect(dockerfile).toContain(`COPY --from=console /app/${workspace}/package.json ${workspace}/`);
    expect(ignored).not.toContain(workspace);
  }
  const { healthcheck } = services['commands-1'] ?? {};
  expect(existsSync(path.join(root, healthcheck?.test[2] ?? ''))).toBe(true);
  expect(ignored).toEqual(expect.arrayContaining(['.git', '.env', 'data', '**/node_modules', '**/dist']));
});
