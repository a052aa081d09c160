import { randomUUID } from 'node:crypto';
import { listBatches } from '@crm/contracts/batches/batches.ts';
import { bulkDelete } from '@crm/contracts/leads/bulk.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { freezeSelection } from '@crm/contracts/leads/selections.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { saveView } from '@crm/contracts/views/views.ts';
import type { Person } from './calls.ts';
import { postbackForm, savedReportForm, viewForm } from './samples.ts';

/** One id of each kind of entity that a tenant has. */
export async function thingsOf(person: Person) {
  const [lead] = (await person.ask(listLeads)).data;
  const [offer] = (await person.ask(listOffers)).data;
  const [operator] = (await person.ask(listOperators)).data;
  if (!lead || !offer || !operator) throw new Error('The demo has one of each');
  const selection = (await person.ask(freezeSelection, { body: {} })).data;
  // 201 unknown leads: enough to become a batch.
  const leadIds = Array.from({ length: 201 }, () => randomUUID());
  await person.ask(bulkDelete, { body: { leadIds } });
  const [batch] = (await person.ask(listBatches)).data;
  const off = { ...postbackForm('https://tracker.example/'), isActive: false };
  const { postback } = (await person.ask(createPostback, { body: off })).data;
  return {
    lead: lead._id,
    offer: offer._id,
    user: operator._id,
    selection: selection._id,
    batch: batch?._id ?? '',
    postback: postback._id,
    report: (await person.ask(saveReport, { body: savedReportForm('Ours') })).data.report._id,
    view: (await person.ask(saveView, { body: viewForm('Ours') })).data.view._id,
  };
}
