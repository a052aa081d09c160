import type { Lead } from '@crm/contracts/leads/lead.ts';
import {
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { onDemand, usePopup } from '../../ui/onDemand.ts';
import type { OpenLeadDialog } from '../dialogs/LeadDialogs.tsx';
import type { LeadSelection } from './useSelection.ts';

const dialogs = onDemand(() => import('../dialogs/LeadDialogs.tsx'), 'dialogs');

type OpenDialog = (dialog: OpenLeadDialog) => void;

/**
 * Opens the dialogs of a list. The open dialog is the state of ListDialogs, not of the page: to open one renders no row of the
 * list. `isOpen` follows in a later task.
 */
export function useListDialogs() {
  const opener = useRef<OpenDialog>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: useCallback<OpenDialog>((dialog) => opener.current?.(dialog), []),
    isOpen,
    /** The properties of ListDialogs. */
    host: {
      ref: opener,
      onOpen: useCallback((open: boolean) => startTransition(() => setIsOpen(open)), []),
    },
  };
}

type ListDialogsProps = {
  ref: Ref<OpenDialog>;
  onOpen: (isOpen: boolean) => void;
  /** Null for a user who selects no leads. */
  selection: LeadSelection | null;
};

export function ListDialogs({ ref, onOpen, selection }: ListDialogsProps) {
  const [dialog, setDialog] = useState<OpenLeadDialog | null>(null);
  useImperativeHandle(ref, () => setDialog, []);
  const isOpen = dialog !== null;
  useEffect(() => onOpen(isOpen), [isOpen, onOpen]);
  const popup = usePopup(dialogs, isOpen);
  return (
    popup && (
      <popup.LeadDialogs
        dialog={dialog}
        openDialog={setDialog}
        orderIdOf={(leadId) => selection?.orderIdOf(leadId) ?? null}
        onBulkDone={(failed) => selection?.keep(failed)}
        onDeleted={(lead: Lead) => selection?.drop(lead)}
      />
    )
  );
}
