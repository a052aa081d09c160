import { checkTenantArchive } from '@crm/contracts/tenants/import.ts';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { CallError } from './errors.ts';
import { sendForm } from './sendForm.ts';

/** A request whose server the test plays. */
class Line {
  static last: Line;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  constructor() {
    Line.last = this;
  }
  open = () => {};
  readonly headers: Record<string, string> = {};
  setRequestHeader = (name: string, value: string) => {
    this.headers[name] = value;
  };
  getResponseHeader = () => null;
  send = () => {};
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  sent = (loaded: number) => this.upload.onprogress?.({ loaded, total: 100 });
  answers(text: string) {
    this.status = 200;
    this.responseText = text;
    this.onload?.();
    this.onloadend?.();
  }
}

function sending(signal = new AbortController().signal) {
  stubStorage();
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Line);
  const form = new FormData();
  const idempotencyKey = 'one key';
  return sendForm(checkTenantArchive, { form, token: null, idempotencyKey, onProgress: () => {}, signal });
}

test('a form is sent for as long as bytes leave, and for a minute afterwards', async () => {
  const reply = sending();
  for (let part = 1; part <= 4; part++) {
    await vi.advanceTimersByTimeAsync(50_000);
    Line.last.sent(part * 25);
  }
  await vi.advanceTimersByTimeAsync(50_000);
  Line.last.answers('{}');
  expect(await reply).toMatchObject({ status: 200, text: '{}' });
  expect(Line.last.headers['idempotency-key']).toBe('one key');
});

test('a form whose line has fallen silent ends after a minute with a sentence', async () => {
  const failed = expect(sending()).rejects.toEqual(new CallError({ kind: 'unreachable', reason: 'timeout' }));
  Line.last.sent(100);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
});

test('a form that the user stops ends with the reason', async () => {
  const stop = new AbortController();
  const failed = expect(sending(stop.signal)).rejects.toThrow('Stopped');
  stop.abort(new DOMException('Stopped', 'AbortError'));
  await failed;
});
