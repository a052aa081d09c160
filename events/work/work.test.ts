import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { described } from '../test/described.ts';
import { staysReadable } from '../test/history.ts';
import { keepsTheLaws } from '../test/laws.ts';
import { storiesOf } from '../test/story.ts';
import { type WorkerCommand, workerDecider } from './decide.ts';
import { workerDescriptions } from './describe.ts';
import { type WorkerEvent, workerEvents } from './events.ts';
import version1 from './version-1.json' with { type: 'json' };

const given = storiesOf(workerDecider);
const setBreak = (isOnBreak: boolean): WorkerCommand => ({ type: 'SetBreak', isOnBreak });
const started: WorkerEvent = { type: 'BreakStarted', data: {} };
const ended: WorkerEvent = { type: 'BreakEnded', data: {} };

test('a break starts once and ends once', () => {
  given().when(setBreak(true)).gives(started);
  given(started).when(setBreak(true)).gives();
  given(started).when(setBreak(false)).gives(ended);
  given(started, ended).when(setBreak(false)).gives();
});

describe('breaks', () =>
  keepsTheLaws(workerDecider, workerEvents, setBreak(true), fc.boolean().map(setBreak), {
    neverRefuses: true,
  }));

test('describes breaks', () => {
  expect(described(workerDescriptions, started)).toEqual(['Break started']);
  expect(described(workerDescriptions, ended)).toEqual(['Break ended']);
});

staysReadable('breaks', workerEvents, version1);
