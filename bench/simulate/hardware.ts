import type { costs, installation, processes, sizes } from './inputs.ts';

type Inputs = {
  installation: typeof installation;
  costs: typeof costs;
  sizes: typeof sizes;
  processes: typeof processes;
};

/** The hardware for an installation: cores and processes at the peak, memory, connections, and disk per year. */
export function hardwareFor({ installation: of, costs, sizes, processes }: Inputs) {
  const leadsPerDay = of.tenants * of.leadsPerTenantAndDay;
  const peak = (perDay: number) => (perDay / (of.busyHoursPerDay * 3600)) * of.peakFactor;
  const online = Math.round(of.operators * of.onlineShare);
  const perSecond = {
    leads: peak(leadsPerDay),
    events: peak(leadsPerDay * of.eventsPerLead),
    deliveries: peak(leadsPerDay * of.postbacksPerLead),
    reads: (online * of.readsPerMinute) / 60,
  };
  // A hint about a lead reaches its operator and the tenant's admins: two sockets on average.
  const hints = (perSecond.leads + perSecond.events) * 2;
  const cores = (microseconds: number) => microseconds / 1e6 / (1 - of.headroom);
  // Of a lead and of an event, about 40 % of the process's time is the command and 60 % the read models.
  const written = perSecond.leads * costs.leadNode + perSecond.events * costs.eventNode;
  const work = {
    commands: cores(written * 0.4),
    // One process leads a read model: this part cannot be divided further than by read model.
    folding: cores(written * 0.6),
    queries: cores(perSecond.reads * costs.readNode + hints * costs.hintNode),
    workers: cores(perSecond.deliveries * costs.deliveryNode),
    postgres: cores(
      perSecond.leads * costs.leadPostgres +
        perSecond.events * costs.eventPostgres +
        perSecond.deliveries * costs.deliveryPostgres +
        perSecond.reads * costs.readPostgres,
    ),
  };
  // A process of Node uses one core. Two of each kind at least, so that one may end.
  const count = (needed: number) => Math.max(2, Math.ceil(needed));
  const numbers = {
    commands: count(work.commands),
    projections: Math.max(count(work.folding + work.queries), Math.ceil(online / processes.sockets)),
    workers: count(work.workers),
  };
  const sum = (each: Record<keyof typeof numbers, number>) =>
    numbers.commands * each.commands +
    numbers.projections * each.projections +
    numbers.workers * each.workers;
  const bytesPerLead =
    sizes.leadEvent +
    of.eventsPerLead * (sizes.laterEvent + sizes.auditRow) +
    sizes.leadRows +
    sizes.auditRow;
  const leadsPerYear = leadsPerDay * of.daysPerYear;
  const gigabytes = (bytes: number) => bytes / 1e9;
  return {
    perSecond: { ...perSecond, hints },
    work,
    processes: numbers,
    connections: sum(processes.connections),
    memoryGb: sum(processes.memoryMb) / 1000,
    leadsPerYear,
    diskPerYearGb: gigabytes(leadsPerYear * bytesPerLead),
    /** Kept for 90 days. */
    postbackLogGb: gigabytes(leadsPerDay * of.postbacksPerLead * sizes.deliveryLog * 90),
    walPerDayGb: gigabytes(leadsPerDay * (sizes.walPerLead + of.eventsPerLead * sizes.walPerEvent)),
  };
}
