import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * The account that runs Postgres. Postgres refuses to run as root, so root starts it under another account: `plain` if
 * that account can enter every parent folder, `capable` if it needs a capability for that (a data folder or a clone
 * below /root or a `mktemp -d`).
 */
export type Account =
  | { kind: 'self' }
  | { kind: 'plain'; uid: number; gid: number }
  | { kind: 'capable'; uid: number; gid: number; capability: string };

/**
 * Selects the account for a cluster in `folder` and programs in `programs`. Throws a one-line message if root has no
 * account for it, or that account cannot enter the folders.
 */
export function accountFor(folder: string, programs: string): Account {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const ids = ownerOf(folder) ?? idsOf('postgres') ?? idsOf('nobody');
  if (!ids)
    throw new Error(
      'Postgres does not run as root: create an account named postgres, or start as another user.',
    );
  const closed = [folder, programs].flatMap((file) => closedParents(file, ids.uid, ids.gid));
  if (closed.length === 0) return { kind: 'plain', ...ids };
  const capability = spareCapability();
  const capable: Account | null = capability ? { kind: 'capable', ...ids, capability } : null;
  if (capable && mayRun(capable, programs)) return capable;
  throw new Error(
    `Postgres does not run as root, and the account it runs as (uid ${ids.uid}) may not enter ${closed[0]}. ` +
      `Run \`chmod o+x ${closed[0]}\`, set DATA_DIR to another folder, or start as another user.`,
  );
}

/** The file, arguments and spawn options that start a program under an account. */
export function asAccount(account: Account, file: string, args: readonly string[]) {
  switch (account.kind) {
    case 'self':
      return { file, args: [...args], ids: {} };
    case 'plain':
      return { file, args: [...args], ids: { uid: account.uid, gid: account.gid } };
    case 'capable': {
      const caps = `+${account.capability}`;
      // Without no_setuid_fixup, access(2) would check the plain account; Postgres calls it for its own programs.
      const become = [
        `--reuid=${account.uid}`,
        `--regid=${account.gid}`,
        '--clear-groups',
        '--securebits=+no_setuid_fixup',
      ];
      return {
        file: 'setpriv',
        args: [...become, `--inh-caps=${caps}`, `--ambient-caps=${caps}`, file, ...args],
        ids: {},
      };
    }
    default:
      return account satisfies never;
  }
}

/** Makes the account the owner of a file or folder, so that Postgres can use it. */
export function giveTo(account: Account, file: string) {
  if (account.kind !== 'self') chownSync(file, account.uid, account.gid);
}

type Ids = { uid: number; gid: number };

/** An existing cluster keeps its owner, even if another account would be selected today. */
function ownerOf(folder: string): Ids | null {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
}

function idsOf(name: string): Ids | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, name]).stdout?.toString().trim() || NaN),
  );
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** The parent folders of a file that an account may not enter. */
function closedParents(file: string, uid: number, gid: number): string[] {
  const closed: string[] = [];
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder);
      const groupOrOther = stat.gid === gid ? 0o010 : 0o001;
      const bit = stat.uid === uid ? 0o100 : groupOrOther;
      if ((stat.mode & bit) === 0) closed.push(folder);
    }
    if (folder === path.dirname(folder)) return closed;
  }
}

function mayRun(account: Account, program: string): boolean {
  const { file, args, ids } = asAccount(account, '/bin/sh', ['-c', 'test -x "$0"', program]);
  return spawnSync(file, args, ids).status === 0;
}

/** A capability of this process that lets another account enter closed folders; prefers the weaker one. */
function spareCapability(): string | null {
  if (process.platform !== 'linux' || spawnSync('setpriv', ['--version']).status !== 0) return null;
  const effective = BigInt(
    `0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`,
  );
  if (effective & (1n << 2n)) return 'dac_read_search';
  if (effective & (1n << 1n)) return 'dac_override';
  return null;
}
