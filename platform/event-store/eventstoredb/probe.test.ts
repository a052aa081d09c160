import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '../../net/listen.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { testTls } from '../wire/tls.ts';
import { startWire } from '../wire/wire.ts';
import { addressOf, UrlWrong } from './address.ts';
import { probe, short } from './probe.ts';

const folder = scratchFolder();
const authority = path.join(folder, 'ca.crt');
writeFileSync(authority, testTls.cert);
const otherAuthority = path.join(folder, 'other.crt');
writeFileSync(otherAuthority, rootCertificates[0] ?? '');
const plain = await startWire();
const secure = await startWire({ tls: testTls, user: { name: 'crm', password: 'right' } });
const web = createHttpServer((_, answer) => answer.end('hello'));
const dead = createServer((socket) => socket.destroy());
afterAll(async () => {
  await Promise.all([plain.end(), secure.end()]);
  web.close();
  dead.close();
});

const webPort = await listen(web);
const deadPort = await listen(dead);
const at = (port: number, user = '', settings = '') =>
  `esdb://${user && `${user}@`}127.0.0.1:${port}${settings && `?${settings}`}`;

describe('a server', () => {
  it('is ok with and without TLS', async () => {
    expect(await probe(plain.url)).toEqual({ kind: 'ok' });
    expect(await probe(at(secure.port, 'crm:right', `tlsCAFile=${authority}`))).toEqual({ kind: 'ok' });
  });

  it.each([
    [
      'refuses the password',
      () => at(secure.port, 'crm:wrong', `tlsCAFile=${authority}`),
      /refuses the user or the password/,
    ],
    [
      'has a certificate that is not trusted',
      () => at(secure.port, 'crm:right'),
      /certificate .* not trusted.*tlsCAFile=/,
    ],
    [
      'has a certificate of another authority than tlsCAFile',
      () => at(secure.port, 'crm:right', `tlsCAFile=${otherAuthority}`),
      /certificate .* not trusted; tlsCAFile names another authority/,
    ],
    [
      'has a certificate for other names',
      () => `esdb://crm:right@127.1:${secure.port}?tlsCAFile=${authority}`,
      /certificate of 127\.1:\d+ is for other names \(DNS:localhost, IP Address:127\.0\.0\.1\)/,
    ],
    ['wants TLS', () => at(secure.port, '', 'tls=false'), /wants TLS; take tls=false away/],
    ['does not speak TLS', () => at(plain.port, 'crm:right'), /does not speak TLS; add tls=false/],
    ['is none', () => at(webPort, '', 'tls=false'), /is no EventStoreDB; name its gRPC port/],
  ])('that %s is reported as wrong, in one line without the password', async (_, url, line) => {
    const found = await probe(url());
    expect(found).toEqual({ kind: 'wrong', reason: expect.stringMatching(line) });
    if (found.kind === 'wrong') expect(found.reason).not.toMatch(/\n|right|crm:/);
  });

  it.each([
    [
      'takes no connections',
      () => at(1, '', 'tls=false'),
      /cannot be reached \(connect ECONNREFUSED 127.0.0.1:1\)/,
    ],
    [
      'has no address',
      () => 'esdb://nowhere.invalid?tls=false',
      /nowhere.invalid:2113 cannot be reached \(Name resolution failed/,
    ],
    ['hangs up at once', () => at(deadPort, '', 'tls=false'), /cannot be reached/],
  ])('that %s is reported as wait', async (_, url, line) => {
    expect(await probe(url())).toEqual({ kind: 'wait', reason: expect.stringMatching(line) });
  });

  it('that is not ready, or only a follower node, is reported as wait', async () => {
    await plain.become({ kind: 'not-ready' });
    expect(await probe(plain.url)).toEqual({
      kind: 'wait',
      reason: expect.stringMatching(/Server Is Not Ready/),
    });
    await plain.become({ kind: 'follower', leader: null });
    expect(await probe(plain.url)).toEqual({
      kind: 'wait',
      reason: expect.stringMatching(/only a follower/),
    });
    await plain.become({ kind: 'leader' });
  });

  it('whose failure gRPC names no cause for has no connection', () => {
    const seen = 'No connection established. Last error: null. Resolution note: ';
    expect(short(`14 UNAVAILABLE: ${seen}`)).toBe('no connection');
  });

  it('that is a follower and names the leader is ok', async () => {
    const follower = await startWire();
    await follower.become({ kind: 'follower', leader: { host: '127.0.0.1', port: plain.port } });
    expect(await probe(follower.url)).toEqual({ kind: 'ok' });
    await follower.end();
  });
});

describe('a cluster', () => {
  const of = (ports: readonly number[], user = '', settings = '') =>
    `esdb://${user && `${user}@`}${ports.map((port) => `127.0.0.1:${port}`).join(',')}?${settings && `${settings}&`}maxDiscoverAttempts=1`;

  it('is ok when one of its nodes answers', async () => {
    expect(await probe(of([1, plain.port], '', 'tls=false'))).toEqual({ kind: 'ok' });
    expect(await probe(of([1, secure.port], 'crm:right', `tlsCAFile=${authority}`))).toEqual({ kind: 'ok' });
  });

  it.each([
    [
      'is not trusted',
      () => of([secure.port, 1], 'crm:right'),
      /certificate of 127.0.0.1:\d+ is not trusted/,
    ],
    ['wants TLS', () => of([1, secure.port], '', 'tls=false'), /wants TLS; take tls=false away/],
    ['does not speak TLS', () => of([1, plain.port], 'crm:right'), /does not speak TLS; add tls=false/],
  ])('whose node %s is reported as wrong, in one line', async (_, url, line) => {
    const found = await probe(url());
    expect(found).toEqual({ kind: 'wrong', reason: expect.stringMatching(line) });
    if (found.kind === 'wrong') expect(found.reason).not.toMatch(/\n|crm:/);
  });

  it('of which no node answers is reported as wait, with the reason of each', async () => {
    expect(await probe(of([1, 2], '', 'tls=false'))).toEqual({
      kind: 'wait',
      reason: expect.stringMatching(
        /\(connect ECONNREFUSED 127.0.0.1:1\); .*\(connect ECONNREFUSED 127.0.0.1:2\)$/,
      ),
    });
  });
});

describe('an EVENTSTORE_URL', () => {
  it.each([
    'esdb://',
    'esdb://:2113',
    'esdb://host:port?tls=false',
    'esdb://host:99999?tls=false',
    'esdb://host?tls',
    'esdb://user@host',
    'postgres://host',
  ])('that is invalid is refused with an example: %s', (url) => {
    expect(() => addressOf(url)).toThrow(/^EVENTSTORE_URL must be like esdb:\/\/user:password@host:2113/);
  });

  it.each([
    ['tlsCAFile=/nope.crt', /file that cannot be read: tlscafile=\/nope.crt/],
    ['tlsCAFile=/tmp', /file that cannot be read: tlscafile=\/tmp/],
    ['userCertFile=/nope.crt', /file that cannot be read: usercertfile/],
    ['gossipTimeout=soon', /Unexpected "soon"/],
    ['tlsVerifyCert=false', /setting that is not known: tlsverifycert/],
  ])('with the setting %s is refused in one line without the password', async (setting, line) => {
    const refusal = await probe(at(secure.port, 'crm:secret', setting)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UrlWrong);
    expect(refusal).toMatchObject({ message: expect.stringMatching(line) });
    expect(String(refusal)).not.toMatch(/\n|secret/);
  });

  it('whose password is not percent-encoded is refused', () => {
    expect(() => addressOf('esdb://crm:100%@host')).toThrow(/^EVENTSTORE_URL: write a % .* as %25$/);
  });

  it('with TLS and without a user is refused', () => {
    expect(() => addressOf('esdb://host:2113')).toThrow(/must name a user and a password.*tls=false/);
  });

  it('is parsed, and shown without its password', () => {
    expect(addressOf('kurrentdb+discover://crm:p%40ss@one:2114,two?nodePreference=leader')).toEqual({
      url: 'esdb+discover://crm:p%40ss@one:2114,two?nodePreference=leader',
      shown: 'esdb+discover://one:2114,two?nodePreference=leader',
      nodes: [
        { host: 'one', port: 2114, url: 'esdb://crm:p%40ss@one:2114?nodePreference=leader' },
        { host: 'two', port: 2113, url: 'esdb://crm:p%40ss@two:2113?nodePreference=leader' },
      ],
      tls: true,
      user: { username: 'crm', password: 'p@ss' },
    });
  });
});
