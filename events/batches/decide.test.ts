import fc from 'fast-check';
import { describe, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { type BatchCommand, batchDecider } from './decide.ts';
import { type BatchEvent, batchEvents } from './events.ts';
import { ended, finished, given, progress, progressed, start, started } from './story.ts';

const report: BatchCommand = { type: 'ReportProgress', ...progress, isFinal: false };
const finish: BatchCommand = { type: 'FinishBatch', ...ended };
const pause: BatchCommand = { type: 'PauseBatch' };
const resume: BatchCommand = { type: 'ResumeBatch' };
const cancel: BatchCommand = { type: 'CancelBatch' };
const undo = {
  type: 'UndoBatch',
  undo: '11111111-1111-4111-8111-111111111111',
} as const satisfies BatchCommand;
const paused: BatchEvent = { type: 'BatchPaused', data: {} };
const resumed: BatchEvent = { type: 'BatchResumed', data: {} };
const undone: BatchEvent = { type: 'BatchUndoStarted', data: { undo: undo.undo } };

describe('a batch', () => {
  test('is started once', () => {
    given().when(start()).gives(started());
    given(started()).when(start()).refuses('batch-exists');
    given(started(), finished()).when(start()).refuses('batch-exists');
  });
  test('reports its progress and its end', () => {
    given(started()).when(report).gives(progressed());
    given(started(), progressed()).when(finish).gives(finished());
  });
  test('ends once and refuses commands after its end', () => {
    for (const late of [report, finish, pause, resume, cancel])
      given(started(), finished()).when(late).refuses('batch-finished');
  });
  test('is paused and resumed; a repeat has no effect', () => {
    given(started()).when(pause).gives(paused);
    given(started(), paused).when(pause).gives();
    given(started(), paused).when(resume).gives(resumed);
    given(started(), paused, resumed).when(resume).gives();
  });
  test('that must be completed resumes itself', () => {
    given(started(), paused).when(report).gives(progressed());
    given(started(), paused)
      .when({ ...report, isFinal: true })
      .gives(resumed, progressed());
    given(started())
      .when({ ...report, isFinal: true })
      .gives(progressed());
  });
  test('is cancelled, also while it is paused', () => {
    const cancelRequested: BatchEvent = { type: 'BatchCancelRequested', data: {} };
    given(started(), paused).when(cancel).gives(cancelRequested);
    given(started(), cancelRequested).when(cancel).gives();
  });
  test('is undone once, after its end, and only if it is undoable', () => {
    given(started(), finished()).when(undo).gives(undone);
    given(started(), progressed()).when(undo).refuses('batch-running');
    given(started(), finished(), undone).when(undo).refuses('batch-undone');
    given(started({ undoable: false }), finished())
      .when(undo)
      .refuses('batch-not-undoable');
  });
  test('that does not exist is not found', () => {
    for (const command of [report, finish, pause, resume, cancel, undo])
      given().when(command).refuses('batch-not-found');
  });
});

describe('batches', () =>
  keepsTheLaws(
    batchDecider,
    batchEvents,
    start(),
    fc.constantFrom(start(), report, finish, pause, resume, cancel, undo),
  ));
