import { readFileSync } from 'node:fs';

/** A parsed EVENTSTORE_URL, as far as this product needs it. */
export type Address = {
  /** For the client, which does not know KurrentDB's own scheme. */
  url: string;
  /** Without user and password, for logs and messages. */
  shown: string;
  /** The nodes that the URL names. With '+discover' it is one name, behind which a cluster's nodes are. */
  nodes: readonly Node[];
  tls: boolean;
  user: { username: string; password: string } | null;
};

/** A node of the URL; `url` connects to it alone. */
type Node = { host: string; port: number; url: string };

/** EVENTSTORE_URL cannot be used; the message says what is wrong and never repeats a password. */
export class UrlWrong extends Error {
  override name = 'UrlWrong';
}

const URL_SHAPE =
  /^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^:@/?]+):([^@/?]+)@)?([^/?@]+)\/?(?:\?((?:[^=&?]+=[^&?]+)(?:&[^=&?]+=[^&?]+)*))?$/;

/**
 * Parses an EVENTSTORE_URL and reads the files that it names.
 * @throws UrlWrong
 */
export function addressOf(url: string): Address {
  const [, discover = '', username, password, hosts = '', query = ''] = URL_SHAPE.exec(url.trim()) ?? [];
  const places = hosts.split(',').map(placeOf);
  if (!places.every((place) => place !== null)) {
    throw new UrlWrong(
      'EVENTSTORE_URL must be like esdb://user:password@host:2113 or esdb://host:2113?tls=false; several nodes of a cluster have commas between',
    );
  }
  const settings = new URLSearchParams(query);
  for (const [name, value] of settings) checkSetting(name.toLowerCase().replace(/[-_]/g, ''), value);
  const tls = [...settings].every(([name, value]) => name.toLowerCase() !== 'tls' || value !== 'false');
  if (tls && !username) {
    throw new UrlWrong(
      `EVENTSTORE_URL must name a user and a password, like esdb://user:password@${hosts}, or end in ?tls=false for a server without them`,
    );
  }
  const user = username && password ? `${username}:${password}@` : '';
  const end = query ? `?${query}` : '';
  return {
    url: `esdb${discover}://${user}${hosts}${end}`,
    shown: `esdb${discover}://${hosts}${end}`,
    nodes: places.map(({ host, port }) => ({ host, port, url: `esdb://${user}${host}:${port}${end}` })),
    tls,
    user: username && password ? { username: decoded(username), password: decoded(password) } : null,
  };
}

type Place = { host: string; port: number };

function placeOf(text: string): Place | null {
  const [, host, port = '2113'] = /^([^:]+|\[[^\]]+\])(?::(\d{1,5}))?$/.exec(text) ?? [];
  return host === undefined || Number(port) > 65_535 ? null : { host, port: Number(port) };
}

/** Settings that name a file. */
const FILES = ['tlscafile', 'usercertfile', 'userkeyfile'];
/** Allowed settings. The client warns about any other setting by printing the whole URL, with the password. */
const SETTINGS = [
  ...FILES,
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'throwonappendfailure',
  'tls',
];

function checkSetting(name: string, value: string): void {
  if (!SETTINGS.includes(name)) throw new UrlWrong(`EVENTSTORE_URL has a setting that is not known: ${name}`);
  if (!FILES.includes(name)) return;
  try {
    readFileSync(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UrlWrong(`EVENTSTORE_URL names a file that cannot be read: ${name}=${value} (${reason})`);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UrlWrong('EVENTSTORE_URL: write a % in the user or the password as %25');
  }
}
