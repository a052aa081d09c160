import { type Currency, currencies } from '@crm/events/language/money.ts';
import type { StatusAges } from '@crm/events/leads/status-ages.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type CodedColumn, type ColumnValue, decodeCoded, decodeNumbers } from '../block-column.ts';
import type { LeadColumn } from '../leads/columns.ts';
import { type NumberSet, numberSet } from './number-set.ts';
import { dayIndex, type ReportPeriod } from './period.ts';
import { cellOf, emptyTally, type Tally } from './tally.ts';

export type CountRequest = {
  tenant: string;
  /** Only the leads of this operator; null for all. */
  operator: string | null;
  period: ReportPeriod;
  /** The time that must be in the period: of creation, or of the decision. */
  time: 'at' | 'decided_at';
  filters: Partial<Record<LeadColumn, string>>;
  groups: readonly LeadColumn[];
  /** Whether to count duplicates, which reads one column more. */
  duplicates: boolean;
  /** Whether to count the statuses at the ages of cohorts, which reads one column more. */
  ages: boolean;
};

export type Counted = {
  days: Tally[];
  previous: Tally;
  /** By column and value. The values beyond the first MOST_GROUPS of a column are counted as OTHERS. */
  groups: Map<LeadColumn, Map<ColumnValue, Tally>>;
};

/** Bounds the memory of a report: 7 MB. A lead's sub2 may have as many values as there are leads. */
const MOST_GROUPS = 10_000;
const OTHERS = 'Other values';

/** Blocks per query: 65,536 leads. Between two queries a report can be stopped, and other requests are answered. */
const BLOCKS = 256;

/** A block of leads by column, as lead_columns stores it. */
export type StoredBlock = { block: number; size: number } & Record<string, string | number>;

/**
 * Counts the leads of blocks in their order: of lead_columns, or of the past (recompute/history.ts).
 * @throws the signal's reason when it is aborted
 */
export async function countLeads(
  blocks: AsyncIterable<readonly StoredBlock[]>,
  request: CountRequest,
  signal: AbortSignal,
): Promise<Counted> {
  const counting = counter(request);
  for await (const some of blocks) {
    signal.throwIfAborted();
    for (const block of some) counting.add(block);
  }
  signal.throwIfAborted();
  return counting.counted;
}

/** Reads lead_columns in one pass by its primary key; blocks of other times are skipped. */
export async function* storedBlocks(
  db: Db,
  request: CountRequest,
  signal: AbortSignal,
): AsyncGenerator<readonly StoredBlock[]> {
  const { tenant, period, time, operator, filters, groups, duplicates, ages } = request;
  const columns = new Set([
    time,
    'status',
    'currency',
    'total',
    'call_state',
    ...Object.keys(filters),
    ...groups,
  ]);
  if (operator !== null) columns.add('operator_id');
  if (duplicates) columns.add('phone_number');
  if (ages) columns.add('status_ages');
  for (let after = -1; ; ) {
    signal.throwIfAborted();
    const { rows } = await db.query<StoredBlock>({
      text: `select block, size, ${[...columns].join(', ')} from lead_columns
              where tenant = $1 and block > $2 and last_${time} >= $3 and first_${time} < $4 order by block limit ${BLOCKS}`,
      values: [tenant, after, period.previous.from, period.before],
    });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BLOCKS) return;
    after = last.block;
  }
}

function counter({ period, time, operator, filters, groups, duplicates, ages }: CountRequest) {
  const counted: Counted = {
    days: period.days.map(emptyTally),
    previous: emptyTally(),
    groups: new Map(groups.map((column) => [column, new Map()])),
  };
  const phones: NumberSet | null = duplicates ? numberSet() : null;

  /** The tally of a time: of its day, of the period before, or none. */
  function tallyAt(at: ColumnValue): Tally | null {
    if (typeof at !== 'number') return null;
    if (at >= period.from && at < period.before) return counted.days[dayIndex(period, at)] ?? null;
    return at >= period.previous.from && at < period.previous.before ? counted.previous : null;
  }

  /** Everything that depends on a value is looked up once per block and value; the loop over leads only uses codes. */
  function add({ size, ...texts }: StoredBlock) {
    const coded = (name: string) => decodeCoded(String(texts[name]), size);
    const at = coded(time);
    const tallies = at.values.map(tallyAt);
    if (tallies.every((tally) => tally === null)) return;
    const status = coded('status');
    const currency = coded('currency');
    const calls = coded('call_state');
    const totals = decodeNumbers(String(texts['total']));
    const numbers = phones && decodeNumbers(String(texts['phone_number']));
    // The table has the values that events allow.
    const currencyCells = currency.values.map((each) => cellOf(each as Currency, leadStatuses[0]));
    const statusCells = status.values.map((each) => cellOf(currencies[0], each as LeadStatus));
    const aged = ages ? coded('status_ages') : null;
    const connected = calls.values.map((each) => each === 'connected');
    const reached = operator === null ? null : slotsWith(coded('operator_id'), operator, size);
    const wanted = Object.entries(filters).map(([name, value]) => slotsWith(coded(name), value, size));
    const grouped = groups.map((name) => {
      const { values, codes } = coded(name);
      return { codes, tallies: values.map((value) => ({ value, tally: null as Tally | null })), name };
    });

    for (let slot = 0; slot < size; slot += 1) {
      const tally = tallies[at.codes[slot] ?? 0] ?? null;
      if (tally === null || (reached !== null && reached[slot] === 0)) continue;
      const isCurrent = tally !== counted.previous;
      const isDuplicate = phones !== null && isCurrent && !phones.add(numbers?.[slot] ?? 0);
      let isWanted = true;
      for (const slots of wanted) if (slots[slot] === 0) isWanted = false;
      if (!isWanted) continue;
      const cell =
        (currencyCells[currency.codes[slot] ?? 0] ?? 0) + (statusCells[status.codes[slot] ?? 0] ?? 0);
      const total = totals[slot] ?? 0;
      const isConnected = connected[calls.codes[slot] ?? 0] === true;
      count(tally, cell, total, isConnected, isDuplicate);
      if (!isCurrent) continue;
      if (aged) countAges(tally, String(aged.values[aged.codes[slot] ?? 0]));
      for (const { codes, tallies: ofGroup, name } of grouped) {
        const group = ofGroup[codes[slot] ?? 0];
        if (!group) continue;
        group.tally ??= groupTally(name, group.value);
        count(group.tally, cell, total, isConnected, isDuplicate);
      }
    }
  }

  function groupTally(name: LeadColumn, value: ColumnValue): Tally {
    const group = counted.groups.get(name) ?? new Map<ColumnValue, Tally>();
    const known = group.get(value);
    if (known) return known;
    if (group.size >= MOST_GROUPS && value !== OTHERS) return groupTally(name, OTHERS);
    const tally = emptyTally();
    group.set(value, tally);
    return tally;
  }

  return { add, counted };
}

function count(tally: Tally, cell: number, total: number, isConnected: boolean, isDuplicate: boolean) {
  tally.leads[cell] = (tally.leads[cell] ?? 0) + 1;
  tally.totals[cell] = (tally.totals[cell] ?? 0) + total;
  if (isConnected) tally.connected += 1;
  if (isDuplicate) tally.duplicates += 1;
}

function countAges(tally: Tally, ages: StatusAges) {
  tally.ages ??= new Map();
  tally.ages.set(ages, (tally.ages.get(ages) ?? 0) + 1);
}

/** 1 for each slot whose lead has this value. */
function slotsWith({ values, codes }: CodedColumn, value: string, size: number): Uint8Array {
  const code = values.indexOf(value);
  const slots = new Uint8Array(size);
  for (let slot = 0; slot < size; slot += 1) if (codes[slot] === code) slots[slot] = 1;
  return slots;
}
