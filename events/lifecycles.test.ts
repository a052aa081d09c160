import { expect, test } from 'vitest';
import { phaseAfter } from './lifecycles.ts';

const follow = (...types: string[]) =>
  types.reduce<string | null>((phase, type) => phase && phaseAfter(phase, type), 'none');

test.each([
  ['a lead begins with a lease', ['LeadTaken']],
  ['a lead begins with its erasure', ['LeadErased']],
  ['an erased lead is taken', ['LeadCreated', 'LeadErased', 'LeadTaken']],
  ['a deleted lead is assigned', ['LeadCreated', 'LeadDeleted', 'LeadAssigned']],
  ['a lead is created twice', ['LeadCreated', 'LeadCreated']],
  ['an offer is created twice', ['OfferCreated', 'OfferCreated']],
  ['a waiting lead is edited', ['LeadSetAside', 'LeadEdited']],
  ['a deleted postback is enabled', ['PostbackCreated', 'PostbackDeleted', 'PostbackEnabled']],
  ['an open order is refunded', ['PaymentOrderCreated', 'PaymentRefunded']],
  ['a finished batch goes on', ['BatchStarted', 'BatchFinished', 'BatchProgressed']],
  ['a report is made twice', ['ReportMade', 'ReportMade']],
])('no stream in which %s', (_, types) => {
  expect(follow(...types)).toBeNull();
});

test.each([
  ['a lead that waited', ['LeadSetAside', 'LeadAdmitted', 'LeadCreated', 'LeadTaken', 'LeadReleased']],
  ['a lead whose deletion was undone', ['LeadCreated', 'LeadDeleted', 'LeadRestored', 'LeadEdited']],
  [
    'an organisation that was restored',
    ['TenantCreated', 'TenantDeleted', 'TenantRestored', 'ApiKeyCreated'],
  ],
  ['an operator’s breaks', ['BreakStarted', 'BreakEnded', 'BreakStarted']],
])('a stream of %s', (_, types) => {
  expect(follow(...types)).not.toBeNull();
});
