/** The provider said no: trying again will not help. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
