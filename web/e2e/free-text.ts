/**
 * Every text people can send, compared with the schema: either `stored-script.spec.ts` puts a probe there, or no script can get
 * there, for the reason given. A new text in an input or a mutation must be in one of the two lists, or the test fails.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A probe goes in there and shows up on a page. */
export const probed = [
  'AdditionalInfoInput.attributeString',
  'AuditFilterInput.action',
  'AuditFilterInput.person',
  'ChangeRequestDecisionInput.note',
  'CompanyBlackoutInput.reason',
  'CompanyDocumentInput.documentName',
  'CompanyDocumentInput.fileName',
  'CompanyEntryInput.code',
  'CompanyEntryInput.name',
  'CompanyHolidayInput.name',
  'CompanyHolidayInput.nameEs',
  'CompanyLinkInput.name',
  'CompanySetupInput.name',
  'ContactInput.firstName',
  'ContactInput.lastName',
  'CreateMessageInput.message',
  'CreateMessageInput.messageEs',
  'DashboardMessageInput.message',
  'DemographicsInput.firstName',
  'DemographicsInput.middleName',
  'DemographicsInput.lastName',
  'NewPersonInput.firstName',
  'NewPersonInput.lastName',
  'PhysicalAddressInput.addressLine1',
  'PhysicalAddressInput.addressLine2',
  'PhysicalAddressInput.city',
  'PunchCorrectionInput.reason',
  'PunchCorrectionDecisionInput.managerNotes',
  'RelativeInput.firstName',
  'RelativeInput.lastName',
  'ResourceInput.name',
  'ResourceInput.description',
  'RoleEditInput.name',
  'TimeOffFileInput.fileName',
  'TimeOffPolicyInput.name',
  'TimeOffPolicyInput.nameEs',
  'TimeOffRequestInput.notes',
  'UpdateTimeOffRequestInput.notes',
  'TimeOffDecisionInput.managerNotes',
  'UpdateMessageInput.message',
  'UpdateMessageInput.messageEs',
  'ApplicationInput.name',
  'UpstreamInput.clientId',
  'UpstreamInput.name',
  'WebhookInput.name',
  'addCompany.name',
  'copyRole.name',
  // Not of the schema: PATCH /users/{userId}/self.
  'PATCH self.firstName',
  'PATCH self.lastName',
] as const;

export type Probed = (typeof probed)[number];

const isChosen = 'one of a list or of one form; anything else is refused';
const isAddress = 'checked by the rule of links: no scheme that runs, a table test';
const isSecret = 'never shown to anyone';
const isVersion = 'compared with what is there, and kept nowhere';
const isChecked = 'the rules of addresses: no letter that opens a tag';

/** Why no script can get there. */
export const closed: Record<string, string> = {
  'NewJobInput.employeeCode': 'shown beside the names of the same form, which have probes, in the same component',
  'NewPersonInput.email': isChecked,
  'NewPersonInput.username': 'letters, digits and a few signs, or an address',
  'setPortalFlag.key': isChosen,
  'RoleEditInput.applications': isChosen,
  'RoleEditInput.permissions': isChosen,
  'AdditionalInfoInput.attributeName': 'has to be a name that the company gave',
  'AdditionalTaxInput.additionalType': isChosen,
  'CompanyDocumentInput.fileString': 'a file that is checked and only ever downloaded: the corpus of bad files',
  'CompanyLinkInput.url': isAddress,
  'CompanyLinksInput.stateW4Link': isAddress,
  'CompanyLinksInput.federalW4Link': isAddress,
  'CompanySetupInput.timeZone': isChosen,
  'ContactInput.type': isChosen,
  'ContactInput.email': isChosen,
  'ContactInput.phoneNumber': isChosen,
  'DemographicsInput.gender': isChosen,
  'DemographicsInput.maritalStatus': isChosen,
  'DirectDepositInput.bankAccountNumber': 'digits',
  'DirectDepositInput.confirmAccountNumber': 'digits',
  'DirectDepositInput.bankRoutingNumber': 'digits',
  'FeatureInput.title': 'for other clients: our own pages and cards are named by our own texts',
  'FeatureInput.pageIcon': isChosen,
  'FeatureInput.path': 'for other clients: our own pages have our own paths',
  'FeatureInput.permissions': isChosen,
  'FederalTaxSetupInput.maritalStatus': isChosen,
  'LocalTaxSetupInput.maritalStatus': isChosen,
  'PhysicalAddressInput.state': isChosen,
  'PhysicalAddressInput.zip': isChosen,
  'PhysicalAddressInput.country': isChosen,
  'PunchCorrectionInput.time': isChosen,
  'RelativeInput.relation': isChosen,
  'ResourceInput.link': isAddress,
  'SignInNameInput.email': isChecked,
  'SignInNameInput.username': 'one word, shown where the names of people are',
  'StateTaxSetupInput.state': isChosen,
  'StateTaxSetupInput.maritalStatus': isChosen,
  'TaxSignatureInput.name': 'has to be the name that the employment has',
  'TaxSignatureInput.declaration': isChosen,
  'TimeOffRequestInput.startTime': isChosen,
  'TimeOffFileInput.fileString': 'a file that is checked and only ever downloaded: the corpus of bad files',
  'TimeOffRequestInput.endTime': isChosen,
  'UpdateTimeOffRequestInput.startTime': isChosen,
  'UpdateTimeOffRequestInput.endTime': isChosen,
  'WebhookInput.types': isChosen,
  'WebhookInput.url': isAddress,
  'ApplicationInput.auth': isChosen,
  'ApplicationInput.claims': isChosen,
  'ApplicationInput.clientId': 'plain letters, digits, hyphens, dots and underscores',
  'ApplicationInput.code': 'capital letters, digits and underscores',
  'ApplicationInput.jwks': 'public keys that are read as such, shown in a text field only',
  'ApplicationInput.logoutUri': isAddress,
  'ApplicationInput.path': isAddress,
  'ApplicationInput.postLogoutRedirectUris': isAddress,
  'ApplicationInput.redirectUris': isAddress,
  'ApplicationInput.targetUrl': isAddress,
  'UpstreamInput.issuer': isAddress,
  'UpstreamInput.mailDomains': isChecked,
  'UpstreamInput.secret': isSecret,
  'addCompany.timeZone': isChosen,
  'addFeature.pageIcon': isChosen,
  'addFeature.title': 'for other clients: our own pages and cards are named by our own texts',
  'addFeature.path': 'for other clients: our own pages have our own paths',
  'addFeature.permissions': isChosen,
  'changePassword.currentPassword': isSecret,
  'changePassword.newPassword': isSecret,
  'addPasskey.name': 'your-account.spec.ts names a passkey by a probe',
  'addPasskey.credential': isSecret,
  'renamePasskey.name': 'shown where addPasskey.name is',
  'confirmTotp.code': isSecret,
  'changeLanguage.language': isChosen,
  'beginMerge.username': 'has to be a username that is there',
  'beginMerge.password': isSecret,
  'confirmMerge.kind': isChosen,
  'confirmMerge.code': isSecret,
  'consentToElectronicTaxForms.disclosure': isChosen,
  'editCompany.version': isVersion,
  'editTenant.version': isVersion,
  'endTimeOffPolicy.version': isVersion,
  'removeCompanyBlackout.version': isVersion,
  'removeCompanyEntry.version': isVersion,
  'removeCompanyHoliday.version': isVersion,
  'removeTimeOffPolicy.version': isVersion,
  'saveCompanyBlackout.version': isVersion,
  'saveCompanyEntry.version': isVersion,
  'saveCompanyHoliday.version': isVersion,
  'saveTimeOffPolicy.version': isVersion,
  'setTenantLogo.fileString': 'a PNG by its first bytes, and only ever the source of an image',
};

/** `Type.field` of every input, `mutation.argument` of every mutation, as far as they are texts. */
export function textsOfTheSchema(): string[] {
  const schema = readFileSync(resolve(import.meta.dirname, '../schema.graphql'), 'utf8').replace(/"""[\s\S]*?"""/g, '');
  const inputs = [...schema.matchAll(/^input (\w+) \{([^}]*)\}/gm)].flatMap(([, type, fields = '']) =>
    [...fields.matchAll(/^\s*(\w+): \[?String\b/gm)].map(([, field]) => `${type}.${field}`),
  );
  const mutations = /^type Mutation \{([\s\S]*?)^\}/m.exec(schema)?.[1] ?? '';
  const given = [...mutations.matchAll(/^\s*(\w+)\((.*)\):/gm)].flatMap(([, mutation, list = '']) =>
    [...list.matchAll(/(\w+): \[?String\b/g)].map(([, argument]) => `${mutation}.${argument}`),
  );
  return [...inputs, ...given];
}
