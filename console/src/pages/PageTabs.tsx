import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAction } from '../keys/registry.ts';
import { Tabs } from '../ui/Tabs.tsx';

type Tab<V extends string> = { value: V; label: string; content: ReactNode };

type PageTabsProps<V extends string> = {
  /** The heading of their actions in the `?` sheet. */
  group: string;
  /** Two or three. */
  tabs: readonly [Tab<V>, Tab<V>, Tab<V>?];
  value: V;
  onChange: (tab: V) => void;
};

/** The two or three tabs of a page, with their keys. */
export function PageTabs<V extends string>({ group, tabs, value, onChange }: PageTabsProps<V>) {
  const [first, second, third] = tabs;
  useAction({ label: first.label, group, action: 'choice-1', run: () => onChange(first.value) });
  useAction({ label: second.label, group, action: 'choice-2', run: () => onChange(second.value) });
  useAction(
    third ? { label: third.label, group, action: 'choice-3', run: () => onChange(third.value) } : null,
  );
  return <Tabs label={group} value={value} onChange={onChange} tabs={tabs.filter((tab) => !!tab)} />;
}

type UrlTabsProps<V extends string> = Pick<PageTabsProps<V>, 'group' | 'tabs'> & {
  /** The tab with the plain URL; default: the first one. */
  plain?: V;
};

/** The open tab in the page's URL. Back leaves the page and not the tab. */
export function UrlTabs<V extends string>({ group, tabs, plain = tabs[0].value }: UrlTabsProps<V>) {
  const [params, setParams] = useSearchParams();
  const value = tabs.find((tab) => tab?.value === params.get('tab'))?.value ?? plain;
  const open = (tab: V) => setParams(tab === plain ? {} : { tab }, { replace: true });
  return <PageTabs group={group} tabs={tabs} value={value} onChange={open} />;
}
