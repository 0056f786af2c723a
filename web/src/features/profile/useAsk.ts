/** Requesting a change to part of your profile, and saving the part that needs no approval. */
import { useQueryClient } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import {
  type AdditionalDraft,
  askedOf,
  type ContactDraft,
  type DetailsDraft,
  profileKey,
  type RelativeDraft,
} from './profile';

const AskForDetails = graphql(`
  mutation AskForDetails($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: DemographicsInput!) {
    submitEmployeeDemographics(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) { id }
  }
`);

const AskForChange = graphql(`
  mutation AskForChange($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: EmployeeChangeInput!) {
    submitChangeRequest(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) { id }
  }
`);

const SaveContacts = graphql(`
  mutation SaveContacts($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: EmployeeDataInput!) {
    putEmployeeData(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) { needsApproval }
  }
`);

type Known = { id?: string };

export function useAsk({ tenantId, companyId, employeeId }: Actor) {
  const queryClient = useQueryClient();
  const details = useSubmit(AskForDetails);
  const change = useSubmit(AskForChange);
  const contacts = useSubmit(SaveContacts);
  const ids = { tenantId, companyId, employeeId: employeeId ?? '' };
  // A refusal may mean that the page shows something old.
  const refreshed = async (asked: Promise<unknown>) => {
    try {
      await asked;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [profileKey] });
    }
  };
  return {
    isPending: details.isPending || change.isPending || contacts.isPending,
    details: (draft: DetailsDraft, version: number) => {
      const { addressLine1, addressLine2, city, state, zip, ...person } = draft;
      const physicalAddress = { addressLine1, addressLine2, city, state, zip };
      return refreshed(details.mutateAsync({ ...ids, input: { ...person, physicalAddress, version } }));
    },
    relatives: (part: 'dependents' | 'beneficiaries', list: (RelativeDraft & Known)[], version: number) =>
      refreshed(change.mutateAsync({ ...ids, input: { [part]: list, version } })),
    additional: (draft: AdditionalDraft, version: number) =>
      refreshed(change.mutateAsync({ ...ids, input: { additionalInfo: askedOf(draft), version } })),
    contacts: (list: (ContactDraft & Known)[], version: number) =>
      refreshed(contacts.mutateAsync({ ...ids, input: { contacts: list, version } })),
  };
}
