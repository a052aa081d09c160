import { describe, expect, test } from 'vitest';
import { STATE_MS } from '../test/patience.ts';
import { openSender } from './open-sender.ts';
import { addressGuard } from './public-address.ts';

/** Known ways to write an internal address that bypassed a guard in some product. */
const inner: [spelling: string, what: string][] = [
  ['127.0.0.1', 'loopback'],
  ['127.1.2.3', 'the rest of loopback'],
  ['127.1', 'loopback, shortened'],
  ['127.0.1', 'loopback, shortened'],
  ['2130706433', 'loopback as one number'],
  ['0x7f000001', 'loopback as one hexadecimal number'],
  ['0x7f.0.0.1', 'loopback with a hexadecimal part'],
  ['0177.0.0.1', 'loopback with an octal part'],
  ['017700000001', 'loopback as one octal number'],
  ['①②⑦.⓪.⓪.①', 'loopback in circled digits'],
  ['127。0。0。1', 'loopback with ideographic stops'],
  ['127.0.0.1.', 'loopback with a stop at its end'],
  ['localhost', 'loopback by name'],
  ['LOCALHOST.', 'loopback by name, with a stop'],
  ['evil.localhost', 'loopback by a name below it'],
  ['0.0.0.0', 'this host'],
  ['0', 'this host as one number'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private, the last one'],
  ['192.168.1.1', 'private'],
  ['0xc0a80101', 'private as one hexadecimal number'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.100.100.200', 'metadata of Alibaba Cloud'],
  ['169.254.169.254', 'metadata of most clouds'],
  ['2852039166', 'metadata as one number'],
  ['0251.0376.0251.0376', 'metadata in octal'],
  ['0xA9FEA9FE', 'metadata in hexadecimal'],
  ['169.254.0.1', 'link-local'],
  ['168.63.129.16', 'the host in Azure'],
  ['192.0.0.192', 'metadata of Oracle Cloud'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['198.18.0.1', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast, the last one'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['[::]', 'unspecified'],
  ['[::1]', 'loopback'],
  ['[0:0:0:0:0:0:0:1]', 'loopback in full'],
  ['[::ffff:127.0.0.1]', 'mapped loopback'],
  ['[::ffff:7f00:1]', 'mapped loopback in hexadecimal'],
  ['[::ffff:169.254.169.254]', 'mapped metadata'],
  ['[0:0:0:0:0:ffff:a00:1]', 'mapped private'],
  ['[::ffff:0:127.0.0.1]', 'translated loopback (SIIT)'],
  ['[::127.0.0.1]', 'compatible loopback, long deprecated'],
  ['[64:ff9b::7f00:1]', 'loopback through NAT64'],
  ['[64:ff9b::169.254.169.254]', 'metadata through NAT64'],
  ['[64:ff9b::8.8.8.8]', 'anything through NAT64'],
  ['[64:ff9b:1::a00:1]', 'private through a local NAT64'],
  ['[2002:7f00:1::]', 'loopback through 6to4'],
  ['[2002:a9fe:a9fe::1]', 'metadata through 6to4'],
  ['[2001:0:a00:1::1]', 'Teredo'],
  ['[fe80::1]', 'link-local'],
  ['[febf::1]', 'link-local, the last'],
  ['[fec0::1]', 'site-local, deprecated'],
  ['[fc00::1]', 'unique local'],
  ['[fd00:ec2::254]', 'metadata of AWS'],
  ['[fd20:ce::254]', 'metadata of Google Cloud'],
  ['[ff02::1]', 'multicast'],
  ['[100::1]', 'discard'],
  ['[2001:db8::1]', 'documentation'],
  ['[3fff::1]', 'documentation'],
  ['[5f00::1]', 'segment routing'],
  ['[2001:2::1]', 'benchmarking'],
  ['[2001:10::1]', 'ORCHID'],
  ['[4000::1]', 'not given out'],
];

const outer: [address: string, what: string][] = [
  ['8.8.8.8', 'public'],
  ['1.1.1.1', 'public'],
  ['172.32.0.1', 'just above private'],
  ['172.15.255.255', 'just below private'],
  ['100.128.0.1', 'just above carrier-grade NAT'],
  ['169.253.255.255', 'just below link-local'],
  ['223.255.255.255', 'just below multicast'],
  ['2606:4700:4700::1111', 'public'],
  ['2a00:1450:4001:81b::200e', 'public'],
  ['::ffff:8.8.8.8', 'public, mapped'],
];

/** Tests the guard as part of a real request: parses the URL and tries to connect. */
const sender = openSender({ allow: [] });
const requestTo = (host: string) =>
  sender.send({ method: 'GET', url: `http://${host}:9/`, headers: {}, body: null, timeoutMs: STATE_MS });

describe('refuses internal addresses', () => {
  test.each(inner)('%s (%s)', async (host) => {
    const sent = await requestTo(host);
    expect(sent.kind).toBe('refused');
    expect(sent).toMatchObject({ reason: expect.stringContaining('not a public address') });
  });
});

describe('allows public addresses', () => {
  test.each(outer)('%s (%s)', (address) => expect(addressGuard([])(address)).toBe(true));
});

describe('POSTBACK_ALLOW', () => {
  const admits = addressGuard(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '64:ff9b::/96']);
  test.each(['10.1.2.3', '127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', '64:ff9b::a00:1'])('allows %s', (a) =>
    expect(admits(a)).toBe(true),
  );
  test.each(['10.2.0.1', '127.0.0.2', 'fe80::1', '::ffff:10.2.0.1', '169.254.169.254'])(
    'allows no other address, such as %s',
    (a) => expect(admits(a)).toBe(false),
  );
});

test.each(['', 'tracker.example', '127.1', '0x7f.0.0.1', 'fe80::1%eth0', '2606:4700::1%eth0', '8.8.8.8 '])(
  'refuses text that is no plain address: %j',
  (text) => expect(addressGuard(['0.0.0.0/0', '::/0'])(text)).toBe(false),
);
