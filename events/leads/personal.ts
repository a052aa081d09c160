import { ERASED, erasedComment, erasedValue, personalFields } from './erased.ts';
import type { LeadEvent } from './events.ts';

/** The place of a personal value in an event's data, as the names of the objects and of the value. */
type Place = { path: readonly string[]; erase: (value: unknown) => unknown };

const text = (path: string): Place => ({ path: path.split('.'), erase: erasedValue });
const comment = (path: string): Place => ({
  path: path.split('.'),
  erase: (content) => (typeof content === 'string' ? erasedComment(content) : content),
});
const detailsAt = (at: string) => personalFields.map(({ group, key }) => text(`${at}.${group}.${key}`));
const edited = personalFields.map(({ group, key }) => `changes.${group}.${key}`);

/**
 * The personal values of each event type. Texts that users write (comments, reasons, notes) may contain personal data and
 * belong to them.
 */
const places: { [Type in LeadEvent['type']]: readonly Place[] } = {
  LeadCreated: detailsAt('details'),
  LeadSetAside: detailsAt('details'),
  LeadAdmitted: [],
  LeadEdited: edited.flatMap((field) => [text(`${field}.from`), text(`${field}.to`)]),
  LeadAssigned: [text('reason')],
  LeadUnassigned: [text('reason')],
  LeadStatusChanged: [text('reason')],
  LeadStatusChangeRequested: [text('reason')],
  LeadStatusChangeApproved: [text('notes')],
  LeadStatusChangeRejected: [text('notes')],
  LeadCommented: [comment('content'), text('statusChange.reason')],
  LeadTaken: [],
  LeadReleased: [],
  LeadCallbackSet: [],
  LeadDeleted: [text('reason')],
  // Its reason stays readable: the console asks for a reason without personal data.
  LeadErased: [],
  LeadRestored: [
    text('reason'),
    text('pending.reason'),
    ...detailsAt('deleted.details'),
    comment('deleted.comments.lastCall'),
    // Version 1 kept the newest comment, whatever it was about.
    comment('deleted.comments.latest'),
    comment('deleted.requestComment'),
    text('deleted.rejection.reason'),
  ],
};
/** Version 1 of an edit kept new values alone. */
const editedVersion1 = edited.map(text);

function placesOf(type: string, version: number): readonly Place[] {
  if (type === 'LeadEdited' && version === 1) return editedVersion1;
  const byType: Record<string, readonly Place[]> = places;
  return (Object.hasOwn(byType, type) && byType[type]) || [];
}

/** The paths of the personal values in the data of an event type. */
export const personalPaths = (type: string, version: number): readonly (readonly string[])[] =>
  placesOf(type, version).map(({ path }) => path);

/** The type, version and data of a stored event. */
type Stored = { type: string; version: number; data: unknown };

/** Event data without its personal values, and these values by their place; null if there are none. */
export type Split = { rest: unknown; personal: Readonly<Record<string, unknown>> | null };

/** Takes the personal values out of an event of a lead; texts are replaced by '(erased)'. */
export function splitPersonal({ type, version, data }: Stored): Split {
  const personal: Record<string, unknown> = {};
  const rest = copyOf(data);
  for (const { path, erase } of placesOf(type, version)) {
    const holder = holderOf(rest, path);
    const key = path.at(-1) ?? '';
    const value = holder?.[key];
    if (!holder || value === undefined || value === null) continue;
    const erased = erase(value);
    if (isSame(erased, value)) continue;
    personal[path.join('.')] = value;
    holder[key] = erased;
  }
  return { rest, personal: Object.keys(personal).length > 0 ? personal : null };
}

/** Puts personal values back into the data that they were taken from. */
export function joinPersonal(rest: unknown, personal: Readonly<Record<string, unknown>>): unknown {
  const data = copyOf(rest);
  for (const [place, value] of Object.entries(personal)) {
    const path = place.split('.');
    const holder = holderOf(data, path);
    if (holder) holder[path.at(-1) ?? ''] = value;
  }
  return data;
}

/** The object that contains the value at a path; null if there is none. */
function holderOf(data: unknown, path: readonly string[]): Record<string, unknown> | null {
  let holder: unknown = data;
  for (const name of path.slice(0, -1)) {
    if (!isObject(holder)) return null;
    holder = holder[name];
  }
  return isObject(holder) ? holder : null;
}

/** Only replacements that remove nothing are the same: an empty text, an empty record, '(erased)' itself. */
const isSame = (erased: unknown, value: unknown) =>
  erased === value || value === ERASED || (isObject(value) && Object.keys(value).length === 0);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies JSON data; structuredClone takes several times as long. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = copyOf(value[key]);
  return copy;
}
