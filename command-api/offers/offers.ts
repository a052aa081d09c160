import { createOffer, deleteOffer, updateOffer } from '@crm/contracts/offers/offers.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { OfferId } from '@crm/events/ids.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { offerStream } from '@crm/events/streams.ts';
import { tenantAdmins } from '@crm/platform/http/policy.ts';
import { offerCommand } from '../handle/aggregate-commands.ts';

/** The id is derived from the command, so that a repeated command creates one offer. */
const newOfferId = (commandId: { id: string }) => OfferId.parse(derivedId(commandId.id, 'offer'));

export const create = offerCommand({
  endpoint: createOffer,
  policy: tenantAdmins,
  creates: true,
  plan: ({ body, commandId }) => ({
    stream: offerStream(newOfferId(commandId)),
    isStreamOfCommand: true,
    command: {
      type: 'CreateOffer',
      details: { ...body, price: toMinor(body.price), stockQuantity: body.stockQuantity ?? null },
    },
  }),
  answer: ({ input: { body, commandId } }) => ({
    message: 'Offer created successfully',
    data: { offer: { _id: newOfferId(commandId), name: body.name } },
  }),
});

export const update = offerCommand({
  endpoint: updateOffer,
  policy: tenantAdmins,
  plan: ({ params, body: { revision, price, ...changes } }) => ({
    stream: offerStream(OfferId.parse(params.id)),
    seenRevision: revision,
    command: {
      type: 'EditOffer',
      changes: { ...changes, price: price === undefined ? undefined : toMinor(price) },
    },
  }),
  answer: () => ({ message: 'Offer updated successfully', data: {} }),
});

/** Existing leads keep their copy of the offer's data; new leads cannot use it. */
export const remove = offerCommand({
  endpoint: deleteOffer,
  policy: tenantAdmins,
  plan: ({ params }) => ({
    stream: offerStream(OfferId.parse(params.id)),
    command: { type: 'DeleteOffer' },
  }),
  answer: () => ({ message: 'Offer deleted successfully', data: {} }),
});
