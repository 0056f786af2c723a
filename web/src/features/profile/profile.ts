/** One's own profile as the page reads it, and the rules of its forms. The server decides in the same way. */
import * as v from 'valibot';
import { type AttributeKind, attributeKinds } from '../../api/additional-info';
import type { ErrorCode } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';

export const OpenProfile = graphql(`
  query OpenProfile($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    employeeById(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      id
      employeeCode
      annualSalary
      hourlyRate
      version
      dbdt { id dbdtType dbdtCode dbdtName }
      demographics {
        firstName middleName lastName dateOfBirth gender maritalStatus status currentHireDate
        physicalAddress { addressLine1 addressLine2 city state zip country }
      }
      contacts { id type firstName lastName email phoneNumber }
      dependents { id firstName lastName relation }
      beneficiaries { id firstName lastName relation }
      additionalInfo { attributeName attributeValue attributeDate attributeAmount }
      earningDeduction { id code description }
    }
    getEmployeeChangeRequests(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      id status changeType entityType requestedAt lastUpdated note
      changedFields { id name field before after }
      payroll { state handedAt settledAt reason }
    }
  }
`);

export type Profile = ResultOf<typeof OpenProfile>['employeeById'];
export type OwnRequest = ResultOf<typeof OpenProfile>['getEmployeeChangeRequests'][number];
export type Contact = Profile['contacts'][number];
export type Relative = Profile['dependents'][number];
export type Attribute = Profile['additionalInfo'][number];
/** The parts someone has to approve, as a request names them. */
export type Part = 'demographics' | 'dependents' | 'beneficiaries' | 'additionalInfo';

export const profileKey = 'profile';

export const genders = ['Female', 'Male', 'Nonbinary'] as const;
export const maritalStatuses = ['Single', 'Married', 'Domestic Partner', 'Separated', 'Divorced', 'Widowed'] as const;
const relations = ['Spouse', 'Domestic Partner', 'Child', 'Parent', 'Sibling', 'Other'] as const;
export const contactTypes = ['Emergency', 'Family', 'Doctor', 'Other'] as const;
export const states =
  'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY'.split(
    ' ',
  );

/** A relation that came from elsewhere stays to be chosen. */
export function relationsOf(entry: Relative | null): readonly string[] {
  const isKnown = !entry || (relations as readonly string[]).includes(entry.relation);
  return isKnown ? relations : [...relations, entry.relation];
}

/** What waits for a decision about a part: it cannot be changed until then. */
export function outstanding(requests: readonly OwnRequest[], part: Part): OwnRequest | undefined {
  return requests.find(
    ({ changeType, entityType, status }) =>
      changeType === 'ee-info' && entityType === part && (status === 'Pending' || status === 'Frozen'),
  );
}

export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text.trim());
}

const required = v.pipe(v.string(), v.trim(), v.nonEmpty('REQUIRED' satisfies ErrorCode));

export type DetailsDraft = {
  firstName: string;
  middleName: string;
  lastName: string;
  dateOfBirth: string;
  gender: string;
  maritalStatus: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zip: string;
};

export function draftOf({ demographics }: Profile): DetailsDraft {
  const { firstName, middleName, lastName, dateOfBirth, gender, maritalStatus, physicalAddress } = demographics;
  const { addressLine1, addressLine2, city, state, zip } = physicalAddress;
  return {
    firstName,
    middleName,
    lastName,
    dateOfBirth,
    gender,
    maritalStatus,
    addressLine1,
    addressLine2,
    city,
    state,
    zip,
  };
}

export function detailsSchema(today: string) {
  return v.object({
    firstName: required,
    middleName: v.string(),
    lastName: required,
    dateOfBirth: v.pipe(
      v.string(),
      v.nonEmpty('REQUIRED' satisfies ErrorCode),
      v.check((day) => day >= '1900-01-01', 'DATE_OUT_OF_RANGE' satisfies ErrorCode),
      v.check((day) => day <= today, 'BORN_IN_FUTURE' satisfies ErrorCode),
    ),
    gender: v.string(),
    maritalStatus: v.string(),
    addressLine1: required,
    addressLine2: v.string(),
    city: required,
    state: v.pipe(v.string(), v.picklist(states, 'UNKNOWN_STATE' satisfies ErrorCode)),
    zip: v.pipe(v.string(), v.check(isZip, 'INVALID_ZIP' satisfies ErrorCode)),
  });
}

export type RelativeDraft = { firstName: string; lastName: string; relation: string };

export const relativeSchema = v.object({
  firstName: required,
  lastName: required,
  relation: v.pipe(v.string(), v.picklist(relations, 'UNKNOWN_CHOICE' satisfies ErrorCode)),
});

export type ContactDraft = { type: string; firstName: string; lastName: string; email: string; phoneNumber: string };

export const contactSchema = v.pipe(
  v.object({
    type: v.pipe(v.string(), v.picklist(contactTypes, 'UNKNOWN_CHOICE' satisfies ErrorCode)),
    firstName: required,
    lastName: v.string(),
    email: v.string(),
    phoneNumber: v.string(),
  }),
  v.forward(
    v.check(
      ({ email, phoneNumber }) => email.trim() !== '' || phoneNumber.trim() !== '',
      'CONTACT_UNREACHABLE' satisfies ErrorCode,
    ),
    ['phoneNumber'],
  ),
);

export function kindOf({ attributeDate, attributeAmount }: Attribute): AttributeKind {
  if (attributeDate !== null) return 'attributeDate';
  return attributeAmount !== null ? 'attributeAmount' : 'attributeString';
}

/** `was` is the current value: leaving it unchanged requests nothing. */
export type AdditionalDraft = { values: { name: string; kind: AttributeKind; was: string; value: string }[] };

export function additionalDraftOf({ additionalInfo }: Profile): AdditionalDraft {
  const entry = (attribute: Attribute) => {
    const { attributeName: name, attributeValue: value } = attribute;
    return { name, kind: kindOf(attribute), was: value, value };
  };
  return { values: additionalInfo.map(entry) };
}

const amountMost = 999_999_999.99;

export const additionalSchema = v.object({
  values: v.array(
    v.pipe(
      v.object({ name: v.string(), kind: v.picklist(attributeKinds), was: v.string(), value: v.string() }),
      v.forward(
        v.check(({ was, value }) => value === was || value.trim() !== '', 'REQUIRED' satisfies ErrorCode),
        ['value'],
      ),
      v.forward(
        v.check(
          ({ kind, value }) =>
            kind !== 'attributeDate' || value === '' || (value >= '1900-01-01' && value <= '2099-12-31'),
          'DATE_OUT_OF_RANGE' satisfies ErrorCode,
        ),
        ['value'],
      ),
      v.forward(
        v.check(
          ({ kind, value }) =>
            kind !== 'attributeAmount' || value === '' || (Number(value) >= 0 && Number(value) <= amountMost),
          'AMOUNT_OUT_OF_RANGE' satisfies ErrorCode,
        ),
        ['value'],
      ),
    ),
  ),
});

/** Only what differs is asked for. */
export function askedOf({ values }: AdditionalDraft) {
  const differing = values.filter(({ was, value }) => value !== was);
  return differing.map(({ name, kind, value }) => ({ attributeName: name, [kind]: value }));
}

/** A list with one entry put in, or in place of the one it was. */
export function withEntry<Entry extends { id?: string }>(list: readonly Entry[], entry: Entry): Entry[] {
  const isThere = list.some(({ id }) => id !== undefined && id === entry.id);
  return isThere ? list.map((old) => (old.id === entry.id ? entry : old)) : [...list, entry];
}
