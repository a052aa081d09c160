import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openEventStore } from '@crm/platform/event-store/open.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { openPools } from '@crm/platform/postgres/pools.ts';
import { joinStore } from '@crm/platform/start/join-store.ts';
import { z } from 'zod';
import { type SignedCheckpoint, signerUnder } from './sign.ts';
import { type Finding, type Verified, verifyHistory } from './verify.ts';

const USAGE = `Checks the whole history against the hash chains and the signed checkpoints, beside the running product:

  npm run audit -- verify                      checks against the checkpoints of the database
  npm run audit -- verify --checkpoints FILE   also against a file that was downloaded earlier`;

/** `npm run audit`. @returns the exit code: 0 for an unchanged history, 1 on wrong usage, 2 with a finding */
async function main(): Promise<number> {
  const downloaded = readArguments();
  if (!downloaded) {
    console.error(USAGE);
    return 1;
  }
  const log = openLog('error');
  const joined = await joinStore(log);
  if (!joined) return 1;
  const { config, url, storeConfig, stop } = joined;
  const pools = openPools(url, log);
  const store = await openEventStore(storeConfig);
  try {
    const signer = signerUnder(config.secretKey);
    const verified = await verifyHistory(pools.background, store, signer, downloaded);
    for (const line of countsOf(verified)) console.info(line);
    const { findings } = verified;
    for (const finding of findings) console.info(lineOf(finding));
    if (findings.length === 0) console.info('The history is unchanged.');
    return findings.length === 0 ? 0 : 2;
  } finally {
    await store.close();
    await pools.end();
    await stop();
  }
}

/** The checkpoints of the file, none without a file; null on wrong usage. */
function readArguments(): readonly SignedCheckpoint[] | null {
  try {
    const { positionals, values } = parseArgs({
      options: { checkpoints: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length !== 1 || positionals[0] !== 'verify') return null;
    if (values.checkpoints === undefined) return [];
    const file = readFileSync(values.checkpoints, 'utf8');
    const { checkpoints, cut } = Downloaded.parse(JSON.parse(file)).data;
    if (cut)
      console.info(
        'The file has not the oldest checkpoints. Also check the files that were downloaded earlier.',
      );
    return checkpoints;
  } catch (error) {
    console.error(`${error}`);
    return null;
  }
}

/** The answer of GET /admin/audit-checkpoints. */
const Downloaded = z.object({
  data: z.object({
    checkpoints: z.array(
      z.object({
        tenant: z.string(),
        events: z.int(),
        hash: z.string(),
        signedAt: z.string(),
        publicKey: z.string(),
        signature: z.string(),
      }),
    ),
    /** Absent in files of earlier versions. */
    cut: z.boolean().default(false),
  }),
});

function countsOf({ events, unchained, tenants, checkpoints: { own, otherKey } }: Verified): string[] {
  const lines = [
    `${events} events of ${tenants} organisations checked, ${unchained} not yet in a chain.`,
    `${own} checkpoints checked.`,
  ];
  if (otherKey > 0)
    lines.push(
      `${otherKey} checkpoints are signed with another key: only their hashes were compared. Expected only if SECRET_KEY was replaced.`,
    );
  return lines;
}

function lineOf(finding: Finding): string {
  const of = `of organisation ${finding.tenant}`;
  switch (finding.kind) {
    case 'changed':
    case 'inserted':
      return `${finding.kind.toUpperCase()}: ${nameOf(finding.event)}, ${of}`;
    case 'removed':
      return `REMOVED: event ${finding.id}, which was number ${finding.n} ${of}`;
    case 'unchained':
      return `UNCHAINED for more than 10 minutes: ${finding.events} events ${of}, first ${nameOf(finding.first)}. Do the workers run?`;
    case 'checkpoint':
      return `CHECKPOINT of ${finding.events} events ${of}: ${finding.reason}`;
    default:
      return finding satisfies never;
  }
}

const nameOf = ({ id, type, stream, revision, at }: RecordedEvent) =>
  `${type} ${id} in ${stream} at revision ${revision}, ${at.toISOString()}`;

process.exitCode = await main();
