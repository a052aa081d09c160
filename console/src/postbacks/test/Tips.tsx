import { Lightbulb } from 'lucide-react';
import { postbackTexts } from '../texts.ts';

export function Tips() {
  return (
    <section
      aria-label={postbackTexts.test.tips.title}
      className="rounded-ui border bg-info-soft px-4 py-3 text-info"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <Lightbulb aria-hidden className="size-4" />
        {postbackTexts.test.tips.title}
      </h2>
      <ul className="mt-1 list-disc pl-5">
        <li>{postbackTexts.test.tips.time}</li>
        <li>{postbackTexts.test.tips.status}</li>
        <li>{postbackTexts.test.tips.signed}</li>
        <li>{postbackTexts.test.tips.inactive}</li>
      </ul>
    </section>
  );
}
