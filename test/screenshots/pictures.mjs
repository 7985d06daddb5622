/**
 * The pictures of docs/screenshots: what the address shows, and what to do there first. People of the demo are
 * signed in, or the local administrator.
 */
const noor = { name: 'Noor Hakvoort', email: 'noor.hakvoort@example.com' };
const aage = { name: 'Aage Sundermann', email: 'aage.sundermann@example.com' };

export const pictures = [
  { name: 'home', path: '/', as: aage },
  { name: 'search', path: '/?q=postcode', as: aage },
  { name: 'product', path: '/dataproducts/demo-shop-data', as: aage },
  {
    name: 'contract',
    path: '/datacontracts/demo-shop-database?table=customers&field=email',
    width: 1440,
    height: 900,
    prepare: waitForPanel,
  },
  { name: 'contract-dark', path: '/datacontracts/demo-shop-database', theme: 'dark' },
  { name: 'versions', path: '/datacontracts/demo-shop-database/versions' },
  {
    name: 'request',
    path: '/dataproducts/demo-sales-figures?request=plant-catalogue',
    as: aage,
    prepare: writeRequest,
  },
  { name: 'access', path: '/access/demo-logistics-sales-history', as: aage },
  { name: 'inbox', path: '/inbox', as: noor },
  { name: 'phone', path: '/dataproducts/demo-shop-data', width: 375, height: 760, as: aage },
  { name: 'sign-in', path: '/sign-in', signedOut: true, height: 640 },
];

async function waitForPanel(page) {
  await page.getByRole('complementary', { name: 'customers.email', exact: true }).waitFor();
}

async function writeRequest(page) {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel('Purpose')
    .fill('Heights of plants, to choose the boxes that we buy for the spring.');
  await dialog
    .getByText('when approved')
    .or(dialog.getByText('as soon as it is approved'))
    .first()
    .waitFor();
}
