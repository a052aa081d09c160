import type { ReactNode } from 'react';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { readable } from './readable.ts';
import { postbackTexts } from './texts.ts';

type Headers = Readonly<Record<string, string>>;
type Request = { method: string; url: string; headers: Headers; body: string | null };

/** An outgoing request: request line, headers, body. */
export function RequestText({ request }: { request: Request }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Block label={postbackTexts.delivery.request}>
        <span className="font-semibold">{request.method}</span> {request.url}
      </Block>
      <HeaderBlock label={postbackTexts.delivery.requestHeaders} headers={request.headers} />
      <BodyBlock label={postbackTexts.delivery.requestBody} body={request.body} />
    </div>
  );
}

export function HeaderBlock({ label, headers }: { label: string; headers: Headers }) {
  const lines = Object.entries(headers);
  return (
    <Block label={label}>
      {lines.length === 0
        ? postbackTexts.delivery.noHeaders
        : lines.map(([name, value]) => (
            <span key={name} className="block">
              <span className="text-muted">{name}:</span> {value}
            </span>
          ))}
    </Block>
  );
}

/** A formatted body; its copy button copies the text exactly as sent. */
export function BodyBlock({ label, body }: { label: string; body: string | null }) {
  return (
    <Block
      label={label}
      {...(body && { actions: <CopyButton text={body} label={postbackTexts.delivery.copy(label)} /> })}
    >
      {body ? readable(body) : <span className="text-muted">{postbackTexts.delivery.noBody}</span>}
    </Block>
  );
}

type BlockProps = { label: string; actions?: ReactNode; children: ReactNode };

function Block({ label, actions, children }: BlockProps) {
  return (
    <div className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-xs text-muted">{label}</h3>
        {actions}
      </div>
      <CodeBlock label={label} className="text-xs wrap-anywhere whitespace-pre-wrap">
        {children}
      </CodeBlock>
    </div>
  );
}
