import { piecesOf, unknownIn } from './placeholders.ts';

/** Ports below 1024 belong to other services, but for these two. */
const usualPorts = new Set([80, 443]);
/** Above it, those of databases, queues and container hosts: none of them wants a postback, and some obey one. */
const refusedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 5060, 5061, 5432,
  5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 8086, 9042, 9092,
  9200, 9300, 10080, 10250, 11211, 15672, 26257, 27017, 27018, 50000,
]);

/** What is wrong with the address of a postback, in words for its field; null when nothing is that can be seen in it. */
export function wrongWithUrl(template: string): string | null {
  const unknown = unknownIn(template);
  if (unknown) return unknown;
  const filled = piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : 'x'))
    .join('');
  if (!URL.canParse(filled)) return 'Please enter a valid URL';
  const url = new URL(filled);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'The URL must begin with http:// or https://';
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(template)?.[1];
  // Written otherwise (`https:host`, backslashes), what is the host would be a matter of opinion.
  if (authority === undefined || /[\s\\]/.test(template)) return 'Please enter a valid URL';
  if (authority.includes('{{')) return 'A placeholder can stand in the path and in the query only';
  if (url.username !== '' || url.password !== '' || authority.includes('@'))
    return 'The URL cannot hold a user name or password; use Authentication';
  if (url.port !== '' && isOdd(Number(url.port)))
    return 'This port cannot be used; use 80, 443, or a web port of 1024 and above';
  return null;
}

const isOdd = (port: number) => (port < 1024 ? !usualPorts.has(port) : refusedPorts.has(port));

/** The host of an address that passed `wrongWithUrl`, as it is connected to: for the check that it is a public one. */
export function hostOf(template: string): string {
  const filled = piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : 'x'))
    .join('');
  return new URL(filled).hostname;
}
