import { describe, test } from 'vitest';
import {
  changeStatus,
  comment,
  given,
  leadAssigned,
  leadCommented,
  leadCreated,
  priya,
  requestStatus,
  statusChanged,
} from './story.ts';

const approvedMeanwhile = given(leadCreated(), leadAssigned(priya), statusChanged('approved'));
const from = 'processing';

describe('the status of a lead has changed since its dialog was opened', () => {
  test('an admin who left it as it was only comments', () =>
    approvedMeanwhile.when(changeStatus(from, { from, comment })).gives(leadCommented()));
  test('an operator who left it as it was only comments', () =>
    approvedMeanwhile.when(requestStatus(from, { from, comment })).gives(leadCommented()));

  test('another status is refused', () => {
    approvedMeanwhile.when(changeStatus('hold', { from, comment })).refuses('changed-meanwhile');
    approvedMeanwhile.when(changeStatus('approved', { from })).refuses('changed-meanwhile');
    approvedMeanwhile.when(requestStatus('hold', { from, comment })).refuses('changed-meanwhile');
  });

  test('a caller that does not say what it saw changes the status', () =>
    approvedMeanwhile.when(changeStatus('hold')).gives(statusChanged('hold', { from: 'approved' })));
});
