import { piecesOf, unknownIn } from './placeholders.ts';

/** The only allowed ports below 1024; the others belong to other services. */
const usualPorts = new Set([80, 443]);
/**
 * Refused ports from 1024 on, of databases, queues and container hosts: none of them expects a postback, and some could
 * execute one.
 */
const refusedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 5060, 5061, 5432,
  5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7001, 8086, 9042, 9092,
  9200, 9300, 10080, 10250, 11211, 15672, 26257, 27017, 27018, 50000,
]);

/** Checks the URL template of a postback. @returns an error message for its field; null if it is valid */
export const wrongWithUrl = (template: string): string | null =>
  unknownIn(template) ?? wrongWithAddress(template);

/** The same with any placeholders: a template that was saved may have one that exists no longer. */
export function wrongWithAddress(template: string): string | null {
  const filled = piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : 'x'))
    .join('');
  if (!URL.canParse(filled)) return 'Please enter a valid URL';
  const url = new URL(filled);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'The URL must begin with http:// or https://';
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(template)?.[1];
  // Written in another way (`https:host`, backslashes), URL parsers disagree about the host.
  if (authority === undefined || /[\s\\]/.test(template)) return 'Please enter a valid URL';
  if (authority.includes('{{')) return 'A placeholder is allowed in the path and in the query only';
  if (url.username !== '' || url.password !== '' || authority.includes('@'))
    return 'The URL cannot hold a user name or password; use Authentication';
  if (url.port !== '' && isOdd(Number(url.port)))
    return 'This port cannot be used; use 80, 443, or a web port of 1024 and above';
  return null;
}

const isOdd = (port: number) => (port < 1024 ? !usualPorts.has(port) : refusedPorts.has(port));

/** The host of a URL that passed `wrongWithUrl`, for the check of its address. */
export function hostOf(template: string): string {
  const filled = piecesOf(template)
    .map((piece) => (piece.kind === 'text' ? piece.text : 'x'))
    .join('');
  return new URL(filled).hostname;
}
