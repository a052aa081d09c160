import { Lightbulb } from 'lucide-react';

export function Tips() {
  return (
    <section aria-label="Tips" className="rounded-ui border bg-info-soft px-4 py-3 text-info">
      <h2 className="flex items-center gap-2 font-semibold">
        <Lightbulb aria-hidden className="size-4" />
        Tips
      </h2>
      <ul className="mt-1 list-disc pl-5">
        <li>The response should come in under 30 seconds; the postback’s own timeout ends the wait.</li>
        <li>Any 2xx status counts as received. Redirects are not followed.</li>
        <li>A test is signed like every other request, but it is not logged.</li>
        <li>An inactive postback can be tested, too.</li>
      </ul>
    </section>
  );
}
