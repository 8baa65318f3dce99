/** The edge's URL that pages report to. */
export const pageReportsPath = '/api/page-reports';
