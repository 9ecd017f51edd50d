// Labels of related people. In several languages there is a word for each.

/// The assistant.
public let CNLabelContactRelationAssistant = "_$!<Assistant>!$_"
/// The aunt.
public let CNLabelContactRelationAunt = "_$!<Aunt>!$_"
/// The aunt fathers brothers wife.
public let CNLabelContactRelationAuntFathersBrothersWife = "_$!<AuntFathersBrothersWife>!$_"
/// The aunt fathers elder brothers wife.
public let CNLabelContactRelationAuntFathersElderBrothersWife = "_$!<AuntFathersElderBrothersWife>!$_"
/// The aunt fathers elder sister.
public let CNLabelContactRelationAuntFathersElderSister = "_$!<AuntFathersElderSister>!$_"
/// The aunt fathers sister.
public let CNLabelContactRelationAuntFathersSister = "_$!<AuntFathersSister>!$_"
/// The aunt fathers younger brothers wife.
public let CNLabelContactRelationAuntFathersYoungerBrothersWife = "_$!<AuntFathersYoungerBrothersWife>!$_"
/// The aunt fathers younger sister.
public let CNLabelContactRelationAuntFathersYoungerSister = "_$!<AuntFathersYoungerSister>!$_"
/// The aunt mothers brothers wife.
public let CNLabelContactRelationAuntMothersBrothersWife = "_$!<AuntMothersBrothersWife>!$_"
/// The aunt mothers elder sister.
public let CNLabelContactRelationAuntMothersElderSister = "_$!<AuntMothersElderSister>!$_"
/// The aunt mothers sister.
public let CNLabelContactRelationAuntMothersSister = "_$!<AuntMothersSister>!$_"
/// The aunt mothers younger sister.
public let CNLabelContactRelationAuntMothersYoungerSister = "_$!<AuntMothersYoungerSister>!$_"
/// The aunt parents elder sister.
public let CNLabelContactRelationAuntParentsElderSister = "_$!<AuntParentsElderSister>!$_"
/// The aunt parents sister.
public let CNLabelContactRelationAuntParentsSister = "_$!<AuntParentsSister>!$_"
/// The aunt parents younger sister.
public let CNLabelContactRelationAuntParentsYoungerSister = "_$!<AuntParentsYoungerSister>!$_"
/// The boyfriend.
public let CNLabelContactRelationBoyfriend = "_$!<Boyfriend>!$_"
/// The brother.
public let CNLabelContactRelationBrother = "_$!<Brother>!$_"
/// The brother in law.
public let CNLabelContactRelationBrotherInLaw = "_$!<BrotherInLaw>!$_"
/// The brother in law elder sisters husband.
public let CNLabelContactRelationBrotherInLawElderSistersHusband = "_$!<BrotherInLawElderSistersHusband>!$_"
/// The brother in law husbands brother.
public let CNLabelContactRelationBrotherInLawHusbandsBrother = "_$!<BrotherInLawHusbandsBrother>!$_"
/// The brother in law husbands sisters husband.
public let CNLabelContactRelationBrotherInLawHusbandsSistersHusband = "_$!<BrotherInLawHusbandsSistersHusband>!$_"
/// The brother in law sisters husband.
public let CNLabelContactRelationBrotherInLawSistersHusband = "_$!<BrotherInLawSistersHusband>!$_"
/// The brother in law spouses brother.
public let CNLabelContactRelationBrotherInLawSpousesBrother = "_$!<BrotherInLawSpousesBrother>!$_"
/// The brother in law wifes brother.
public let CNLabelContactRelationBrotherInLawWifesBrother = "_$!<BrotherInLawWifesBrother>!$_"
/// The brother in law wifes sisters husband.
public let CNLabelContactRelationBrotherInLawWifesSistersHusband = "_$!<BrotherInLawWifesSistersHusband>!$_"
/// The brother in law younger sisters husband.
public let CNLabelContactRelationBrotherInLawYoungerSistersHusband = "_$!<BrotherInLawYoungerSistersHusband>!$_"
/// The child.
public let CNLabelContactRelationChild = "_$!<Child>!$_"
/// The child in law.
public let CNLabelContactRelationChildInLaw = "_$!<ChildInLaw>!$_"
/// The co brother in law.
public let CNLabelContactRelationCoBrotherInLaw = "_$!<CoBrotherInLaw>!$_"
/// The co father in law.
public let CNLabelContactRelationCoFatherInLaw = "_$!<CoFatherInLaw>!$_"
/// The co mother in law.
public let CNLabelContactRelationCoMotherInLaw = "_$!<CoMotherInLaw>!$_"
/// The co parent in law.
public let CNLabelContactRelationCoParentInLaw = "_$!<CoParentInLaw>!$_"
/// The co sibling in law.
public let CNLabelContactRelationCoSiblingInLaw = "_$!<CoSiblingInLaw>!$_"
/// The co sister in law.
public let CNLabelContactRelationCoSisterInLaw = "_$!<CoSisterInLaw>!$_"
/// The colleague.
public let CNLabelContactRelationColleague = "_$!<Colleague>!$_"
/// The cousin.
public let CNLabelContactRelationCousin = "_$!<Cousin>!$_"
/// The cousin fathers brothers daughter.
public let CNLabelContactRelationCousinFathersBrothersDaughter = "_$!<CousinFathersBrothersDaughter>!$_"
/// The cousin fathers brothers son.
public let CNLabelContactRelationCousinFathersBrothersSon = "_$!<CousinFathersBrothersSon>!$_"
/// The cousin fathers sisters daughter.
public let CNLabelContactRelationCousinFathersSistersDaughter = "_$!<CousinFathersSistersDaughter>!$_"
/// The cousin fathers sisters son.
public let CNLabelContactRelationCousinFathersSistersSon = "_$!<CousinFathersSistersSon>!$_"
/// The cousin grandparents siblings child.
public let CNLabelContactRelationCousinGrandparentsSiblingsChild = "_$!<CousinGrandparentsSiblingsChild>!$_"
/// The cousin grandparents siblings daughter.
public let CNLabelContactRelationCousinGrandparentsSiblingsDaughter = "_$!<CousinGrandparentsSiblingsDaughter>!$_"
/// The cousin grandparents siblings son.
public let CNLabelContactRelationCousinGrandparentsSiblingsSon = "_$!<CousinGrandparentsSiblingsSon>!$_"
/// The cousin mothers brothers daughter.
public let CNLabelContactRelationCousinMothersBrothersDaughter = "_$!<CousinMothersBrothersDaughter>!$_"
/// The cousin mothers brothers son.
public let CNLabelContactRelationCousinMothersBrothersSon = "_$!<CousinMothersBrothersSon>!$_"
/// The cousin mothers sisters daughter.
public let CNLabelContactRelationCousinMothersSistersDaughter = "_$!<CousinMothersSistersDaughter>!$_"
/// The cousin mothers sisters son.
public let CNLabelContactRelationCousinMothersSistersSon = "_$!<CousinMothersSistersSon>!$_"
/// The cousin or siblings child.
public let CNLabelContactRelationCousinOrSiblingsChild = "_$!<CousinOrSiblingsChild>!$_"
/// The cousin parents siblings child.
public let CNLabelContactRelationCousinParentsSiblingsChild = "_$!<CousinParentsSiblingsChild>!$_"
/// The cousin parents siblings daughter.
public let CNLabelContactRelationCousinParentsSiblingsDaughter = "_$!<CousinParentsSiblingsDaughter>!$_"
/// The cousin parents siblings son.
public let CNLabelContactRelationCousinParentsSiblingsSon = "_$!<CousinParentsSiblingsSon>!$_"
/// The daughter.
public let CNLabelContactRelationDaughter = "_$!<Daughter>!$_"
/// The daughter in law.
public let CNLabelContactRelationDaughterInLaw = "_$!<DaughterInLaw>!$_"
/// The daughter in law or sister in law.
public let CNLabelContactRelationDaughterInLawOrSisterInLaw = "_$!<DaughterInLawOrSisterInLaw>!$_"
/// The daughter in law or stepdaughter.
public let CNLabelContactRelationDaughterInLawOrStepdaughter = "_$!<DaughterInLawOrStepdaughter>!$_"
/// The elder brother.
public let CNLabelContactRelationElderBrother = "_$!<ElderBrother>!$_"
/// The elder brother in law.
public let CNLabelContactRelationElderBrotherInLaw = "_$!<ElderBrotherInLaw>!$_"
/// The elder cousin.
public let CNLabelContactRelationElderCousin = "_$!<ElderCousin>!$_"
/// The elder cousin fathers brothers daughter.
public let CNLabelContactRelationElderCousinFathersBrothersDaughter = "_$!<ElderCousinFathersBrothersDaughter>!$_"
/// The elder cousin fathers brothers son.
public let CNLabelContactRelationElderCousinFathersBrothersSon = "_$!<ElderCousinFathersBrothersSon>!$_"
/// The elder cousin fathers sisters daughter.
public let CNLabelContactRelationElderCousinFathersSistersDaughter = "_$!<ElderCousinFathersSistersDaughter>!$_"
/// The elder cousin fathers sisters son.
public let CNLabelContactRelationElderCousinFathersSistersSon = "_$!<ElderCousinFathersSistersSon>!$_"
/// The elder cousin mothers brothers daughter.
public let CNLabelContactRelationElderCousinMothersBrothersDaughter = "_$!<ElderCousinMothersBrothersDaughter>!$_"
/// The elder cousin mothers brothers son.
public let CNLabelContactRelationElderCousinMothersBrothersSon = "_$!<ElderCousinMothersBrothersSon>!$_"
/// The elder cousin mothers siblings daughter or fathers sisters daughter.
public let CNLabelContactRelationElderCousinMothersSiblingsDaughterOrFathersSistersDaughter =
  "_$!<ElderCousinMothersSiblingsDaughterOrFathersSistersDaughter>!$_"
/// The elder cousin mothers siblings son or fathers sisters son.
public let CNLabelContactRelationElderCousinMothersSiblingsSonOrFathersSistersSon =
  "_$!<ElderCousinMothersSiblingsSonOrFathersSistersSon>!$_"
/// The elder cousin mothers sisters daughter.
public let CNLabelContactRelationElderCousinMothersSistersDaughter = "_$!<ElderCousinMothersSistersDaughter>!$_"
/// The elder cousin mothers sisters son.
public let CNLabelContactRelationElderCousinMothersSistersSon = "_$!<ElderCousinMothersSistersSon>!$_"
/// The elder cousin parents siblings daughter.
public let CNLabelContactRelationElderCousinParentsSiblingsDaughter = "_$!<ElderCousinParentsSiblingsDaughter>!$_"
/// The elder cousin parents siblings son.
public let CNLabelContactRelationElderCousinParentsSiblingsSon = "_$!<ElderCousinParentsSiblingsSon>!$_"
/// The elder sibling.
public let CNLabelContactRelationElderSibling = "_$!<ElderSibling>!$_"
/// The elder sibling in law.
public let CNLabelContactRelationElderSiblingInLaw = "_$!<ElderSiblingInLaw>!$_"
/// The elder sister.
public let CNLabelContactRelationElderSister = "_$!<ElderSister>!$_"
/// The elder sister in law.
public let CNLabelContactRelationElderSisterInLaw = "_$!<ElderSisterInLaw>!$_"
/// The eldest brother.
public let CNLabelContactRelationEldestBrother = "_$!<EldestBrother>!$_"
/// The eldest sister.
public let CNLabelContactRelationEldestSister = "_$!<EldestSister>!$_"
/// The father.
public let CNLabelContactRelationFather = "_$!<Father>!$_"
/// The father in law.
public let CNLabelContactRelationFatherInLaw = "_$!<FatherInLaw>!$_"
/// The father in law husbands father.
public let CNLabelContactRelationFatherInLawHusbandsFather = "_$!<FatherInLawHusbandsFather>!$_"
/// The father in law or stepfather.
public let CNLabelContactRelationFatherInLawOrStepfather = "_$!<FatherInLawOrStepfather>!$_"
/// The father in law wifes father.
public let CNLabelContactRelationFatherInLawWifesFather = "_$!<FatherInLawWifesFather>!$_"
/// The female cousin.
public let CNLabelContactRelationFemaleCousin = "_$!<FemaleCousin>!$_"
/// The female friend.
public let CNLabelContactRelationFemaleFriend = "_$!<FemaleFriend>!$_"
/// The female partner.
public let CNLabelContactRelationFemalePartner = "_$!<FemalePartner>!$_"
/// The friend.
public let CNLabelContactRelationFriend = "_$!<Friend>!$_"
/// The girlfriend.
public let CNLabelContactRelationGirlfriend = "_$!<Girlfriend>!$_"
/// The girlfriend or boyfriend.
public let CNLabelContactRelationGirlfriendOrBoyfriend = "_$!<GirlfriendOrBoyfriend>!$_"
/// The grandaunt.
public let CNLabelContactRelationGrandaunt = "_$!<Grandaunt>!$_"
/// The grandchild.
public let CNLabelContactRelationGrandchild = "_$!<Grandchild>!$_"
/// The grandchild or siblings child.
public let CNLabelContactRelationGrandchildOrSiblingsChild = "_$!<GrandchildOrSiblingsChild>!$_"
/// The granddaughter.
public let CNLabelContactRelationGranddaughter = "_$!<Granddaughter>!$_"
/// The granddaughter daughters daughter.
public let CNLabelContactRelationGranddaughterDaughtersDaughter = "_$!<GranddaughterDaughtersDaughter>!$_"
/// The granddaughter or niece.
public let CNLabelContactRelationGranddaughterOrNiece = "_$!<GranddaughterOrNiece>!$_"
/// The granddaughter sons daughter.
public let CNLabelContactRelationGranddaughterSonsDaughter = "_$!<GranddaughterSonsDaughter>!$_"
/// The grandfather.
public let CNLabelContactRelationGrandfather = "_$!<Grandfather>!$_"
/// The grandfather fathers father.
public let CNLabelContactRelationGrandfatherFathersFather = "_$!<GrandfatherFathersFather>!$_"
/// The grandfather mothers father.
public let CNLabelContactRelationGrandfatherMothersFather = "_$!<GrandfatherMothersFather>!$_"
/// The grandmother.
public let CNLabelContactRelationGrandmother = "_$!<Grandmother>!$_"
/// The grandmother fathers mother.
public let CNLabelContactRelationGrandmotherFathersMother = "_$!<GrandmotherFathersMother>!$_"
/// The grandmother mothers mother.
public let CNLabelContactRelationGrandmotherMothersMother = "_$!<GrandmotherMothersMother>!$_"
/// The grandnephew.
public let CNLabelContactRelationGrandnephew = "_$!<Grandnephew>!$_"
/// The grandnephew brothers grandson.
public let CNLabelContactRelationGrandnephewBrothersGrandson = "_$!<GrandnephewBrothersGrandson>!$_"
/// The grandnephew sisters grandson.
public let CNLabelContactRelationGrandnephewSistersGrandson = "_$!<GrandnephewSistersGrandson>!$_"
/// The grandniece.
public let CNLabelContactRelationGrandniece = "_$!<Grandniece>!$_"
/// The grandniece brothers granddaughter.
public let CNLabelContactRelationGrandnieceBrothersGranddaughter = "_$!<GrandnieceBrothersGranddaughter>!$_"
/// The grandniece sisters granddaughter.
public let CNLabelContactRelationGrandnieceSistersGranddaughter = "_$!<GrandnieceSistersGranddaughter>!$_"
/// The grandparent.
public let CNLabelContactRelationGrandparent = "_$!<Grandparent>!$_"
/// The grandson.
public let CNLabelContactRelationGrandson = "_$!<Grandson>!$_"
/// The grandson daughters son.
public let CNLabelContactRelationGrandsonDaughtersSon = "_$!<GrandsonDaughtersSon>!$_"
/// The grandson or nephew.
public let CNLabelContactRelationGrandsonOrNephew = "_$!<GrandsonOrNephew>!$_"
/// The grandson sons son.
public let CNLabelContactRelationGrandsonSonsSon = "_$!<GrandsonSonsSon>!$_"
/// The granduncle.
public let CNLabelContactRelationGranduncle = "_$!<Granduncle>!$_"
/// The great grandchild.
public let CNLabelContactRelationGreatGrandchild = "_$!<GreatGrandchild>!$_"
/// The great grandchild or siblings grandchild.
public let CNLabelContactRelationGreatGrandchildOrSiblingsGrandchild = "_$!<GreatGrandchildOrSiblingsGrandchild>!$_"
/// The great granddaughter.
public let CNLabelContactRelationGreatGranddaughter = "_$!<GreatGranddaughter>!$_"
/// The great grandfather.
public let CNLabelContactRelationGreatGrandfather = "_$!<GreatGrandfather>!$_"
/// The great grandmother.
public let CNLabelContactRelationGreatGrandmother = "_$!<GreatGrandmother>!$_"
/// The great grandparent.
public let CNLabelContactRelationGreatGrandparent = "_$!<GreatGrandparent>!$_"
/// The great grandson.
public let CNLabelContactRelationGreatGrandson = "_$!<GreatGrandson>!$_"
/// The husband.
public let CNLabelContactRelationHusband = "_$!<Husband>!$_"
/// The male cousin.
public let CNLabelContactRelationMaleCousin = "_$!<MaleCousin>!$_"
/// The male friend.
public let CNLabelContactRelationMaleFriend = "_$!<MaleFriend>!$_"
/// The male partner.
public let CNLabelContactRelationMalePartner = "_$!<MalePartner>!$_"
/// The manager.
public let CNLabelContactRelationManager = "_$!<Manager>!$_"
/// The mother.
public let CNLabelContactRelationMother = "_$!<Mother>!$_"
/// The mother in law.
public let CNLabelContactRelationMotherInLaw = "_$!<MotherInLaw>!$_"
/// The mother in law husbands mother.
public let CNLabelContactRelationMotherInLawHusbandsMother = "_$!<MotherInLawHusbandsMother>!$_"
/// The mother in law or stepmother.
public let CNLabelContactRelationMotherInLawOrStepmother = "_$!<MotherInLawOrStepmother>!$_"
/// The mother in law wifes mother.
public let CNLabelContactRelationMotherInLawWifesMother = "_$!<MotherInLawWifesMother>!$_"
/// The nephew.
public let CNLabelContactRelationNephew = "_$!<Nephew>!$_"
/// The nephew brothers son.
public let CNLabelContactRelationNephewBrothersSon = "_$!<NephewBrothersSon>!$_"
/// The nephew brothers son or husbands siblings son.
public let CNLabelContactRelationNephewBrothersSonOrHusbandsSiblingsSon =
  "_$!<NephewBrothersSonOrHusbandsSiblingsSon>!$_"
/// The nephew or cousin.
public let CNLabelContactRelationNephewOrCousin = "_$!<NephewOrCousin>!$_"
/// The nephew sisters son.
public let CNLabelContactRelationNephewSistersSon = "_$!<NephewSistersSon>!$_"
/// The nephew sisters son or wifes siblings son.
public let CNLabelContactRelationNephewSistersSonOrWifesSiblingsSon = "_$!<NephewSistersSonOrWifesSiblingsSon>!$_"
/// The niece.
public let CNLabelContactRelationNiece = "_$!<Niece>!$_"
/// The niece brothers daughter.
public let CNLabelContactRelationNieceBrothersDaughter = "_$!<NieceBrothersDaughter>!$_"
/// The niece brothers daughter or husbands siblings daughter.
public let CNLabelContactRelationNieceBrothersDaughterOrHusbandsSiblingsDaughter =
  "_$!<NieceBrothersDaughterOrHusbandsSiblingsDaughter>!$_"
/// The niece or cousin.
public let CNLabelContactRelationNieceOrCousin = "_$!<NieceOrCousin>!$_"
/// The niece sisters daughter.
public let CNLabelContactRelationNieceSistersDaughter = "_$!<NieceSistersDaughter>!$_"
/// The niece sisters daughter or wifes siblings daughter.
public let CNLabelContactRelationNieceSistersDaughterOrWifesSiblingsDaughter =
  "_$!<NieceSistersDaughterOrWifesSiblingsDaughter>!$_"
/// The parent.
public let CNLabelContactRelationParent = "_$!<Parent>!$_"
/// The parent in law.
public let CNLabelContactRelationParentInLaw = "_$!<ParentInLaw>!$_"
/// The parents elder sibling.
public let CNLabelContactRelationParentsElderSibling = "_$!<ParentsElderSibling>!$_"
/// The parents sibling.
public let CNLabelContactRelationParentsSibling = "_$!<ParentsSibling>!$_"
/// The parents sibling fathers elder sibling.
public let CNLabelContactRelationParentsSiblingFathersElderSibling = "_$!<ParentsSiblingFathersElderSibling>!$_"
/// The parents sibling fathers sibling.
public let CNLabelContactRelationParentsSiblingFathersSibling = "_$!<ParentsSiblingFathersSibling>!$_"
/// The parents sibling fathers younger sibling.
public let CNLabelContactRelationParentsSiblingFathersYoungerSibling = "_$!<ParentsSiblingFathersYoungerSibling>!$_"
/// The parents sibling mothers elder sibling.
public let CNLabelContactRelationParentsSiblingMothersElderSibling = "_$!<ParentsSiblingMothersElderSibling>!$_"
/// The parents sibling mothers sibling.
public let CNLabelContactRelationParentsSiblingMothersSibling = "_$!<ParentsSiblingMothersSibling>!$_"
/// The parents sibling mothers younger sibling.
public let CNLabelContactRelationParentsSiblingMothersYoungerSibling = "_$!<ParentsSiblingMothersYoungerSibling>!$_"
/// The parents younger sibling.
public let CNLabelContactRelationParentsYoungerSibling = "_$!<ParentsYoungerSibling>!$_"
/// The partner.
public let CNLabelContactRelationPartner = "_$!<Partner>!$_"
/// The sibling.
public let CNLabelContactRelationSibling = "_$!<Sibling>!$_"
/// The sibling in law.
public let CNLabelContactRelationSiblingInLaw = "_$!<SiblingInLaw>!$_"
/// The siblings child.
public let CNLabelContactRelationSiblingsChild = "_$!<SiblingsChild>!$_"
/// The sister.
public let CNLabelContactRelationSister = "_$!<Sister>!$_"
/// The sister in law.
public let CNLabelContactRelationSisterInLaw = "_$!<SisterInLaw>!$_"
/// The sister in law brothers wife.
public let CNLabelContactRelationSisterInLawBrothersWife = "_$!<SisterInLawBrothersWife>!$_"
/// The sister in law elder brothers wife.
public let CNLabelContactRelationSisterInLawElderBrothersWife = "_$!<SisterInLawElderBrothersWife>!$_"
/// The sister in law husbands brothers wife.
public let CNLabelContactRelationSisterInLawHusbandsBrothersWife = "_$!<SisterInLawHusbandsBrothersWife>!$_"
/// The sister in law husbands sister.
public let CNLabelContactRelationSisterInLawHusbandsSister = "_$!<SisterInLawHusbandsSister>!$_"
/// The sister in law spouses sister.
public let CNLabelContactRelationSisterInLawSpousesSister = "_$!<SisterInLawSpousesSister>!$_"
/// The sister in law wifes brothers wife.
public let CNLabelContactRelationSisterInLawWifesBrothersWife = "_$!<SisterInLawWifesBrothersWife>!$_"
/// The sister in law wifes sister.
public let CNLabelContactRelationSisterInLawWifesSister = "_$!<SisterInLawWifesSister>!$_"
/// The sister in law younger brothers wife.
public let CNLabelContactRelationSisterInLawYoungerBrothersWife = "_$!<SisterInLawYoungerBrothersWife>!$_"
/// The son.
public let CNLabelContactRelationSon = "_$!<Son>!$_"
/// The son in law.
public let CNLabelContactRelationSonInLaw = "_$!<SonInLaw>!$_"
/// The son in law or brother in law.
public let CNLabelContactRelationSonInLawOrBrotherInLaw = "_$!<SonInLawOrBrotherInLaw>!$_"
/// The son in law or stepson.
public let CNLabelContactRelationSonInLawOrStepson = "_$!<SonInLawOrStepson>!$_"
/// The spouse.
public let CNLabelContactRelationSpouse = "_$!<Spouse>!$_"
/// The stepbrother.
public let CNLabelContactRelationStepbrother = "_$!<Stepbrother>!$_"
/// The stepchild.
public let CNLabelContactRelationStepchild = "_$!<Stepchild>!$_"
/// The stepdaughter.
public let CNLabelContactRelationStepdaughter = "_$!<Stepdaughter>!$_"
/// The stepfather.
public let CNLabelContactRelationStepfather = "_$!<Stepfather>!$_"
/// The stepmother.
public let CNLabelContactRelationStepmother = "_$!<Stepmother>!$_"
/// The stepparent.
public let CNLabelContactRelationStepparent = "_$!<Stepparent>!$_"
/// The stepsister.
public let CNLabelContactRelationStepsister = "_$!<Stepsister>!$_"
/// The stepson.
public let CNLabelContactRelationStepson = "_$!<Stepson>!$_"
/// The teacher.
public let CNLabelContactRelationTeacher = "_$!<Teacher>!$_"
/// The uncle.
public let CNLabelContactRelationUncle = "_$!<Uncle>!$_"
/// The uncle fathers brother.
public let CNLabelContactRelationUncleFathersBrother = "_$!<UncleFathersBrother>!$_"
/// The uncle fathers elder brother.
public let CNLabelContactRelationUncleFathersElderBrother = "_$!<UncleFathersElderBrother>!$_"
/// The uncle fathers elder sisters husband.
public let CNLabelContactRelationUncleFathersElderSistersHusband = "_$!<UncleFathersElderSistersHusband>!$_"
/// The uncle fathers sisters husband.
public let CNLabelContactRelationUncleFathersSistersHusband = "_$!<UncleFathersSistersHusband>!$_"
/// The uncle fathers younger brother.
public let CNLabelContactRelationUncleFathersYoungerBrother = "_$!<UncleFathersYoungerBrother>!$_"
/// The uncle fathers younger sisters husband.
public let CNLabelContactRelationUncleFathersYoungerSistersHusband = "_$!<UncleFathersYoungerSistersHusband>!$_"
/// The uncle mothers brother.
public let CNLabelContactRelationUncleMothersBrother = "_$!<UncleMothersBrother>!$_"
/// The uncle mothers elder brother.
public let CNLabelContactRelationUncleMothersElderBrother = "_$!<UncleMothersElderBrother>!$_"
/// The uncle mothers sisters husband.
public let CNLabelContactRelationUncleMothersSistersHusband = "_$!<UncleMothersSistersHusband>!$_"
/// The uncle mothers younger brother.
public let CNLabelContactRelationUncleMothersYoungerBrother = "_$!<UncleMothersYoungerBrother>!$_"
/// The uncle parents brother.
public let CNLabelContactRelationUncleParentsBrother = "_$!<UncleParentsBrother>!$_"
/// The uncle parents elder brother.
public let CNLabelContactRelationUncleParentsElderBrother = "_$!<UncleParentsElderBrother>!$_"
/// The uncle parents younger brother.
public let CNLabelContactRelationUncleParentsYoungerBrother = "_$!<UncleParentsYoungerBrother>!$_"
/// The wife.
public let CNLabelContactRelationWife = "_$!<Wife>!$_"
/// The younger brother.
public let CNLabelContactRelationYoungerBrother = "_$!<YoungerBrother>!$_"
/// The younger brother in law.
public let CNLabelContactRelationYoungerBrotherInLaw = "_$!<YoungerBrotherInLaw>!$_"
/// The younger cousin.
public let CNLabelContactRelationYoungerCousin = "_$!<YoungerCousin>!$_"
/// The younger cousin fathers brothers daughter.
public let CNLabelContactRelationYoungerCousinFathersBrothersDaughter = "_$!<YoungerCousinFathersBrothersDaughter>!$_"
/// The younger cousin fathers brothers son.
public let CNLabelContactRelationYoungerCousinFathersBrothersSon = "_$!<YoungerCousinFathersBrothersSon>!$_"
/// The younger cousin fathers sisters daughter.
public let CNLabelContactRelationYoungerCousinFathersSistersDaughter = "_$!<YoungerCousinFathersSistersDaughter>!$_"
/// The younger cousin fathers sisters son.
public let CNLabelContactRelationYoungerCousinFathersSistersSon = "_$!<YoungerCousinFathersSistersSon>!$_"
/// The younger cousin mothers brothers daughter.
public let CNLabelContactRelationYoungerCousinMothersBrothersDaughter = "_$!<YoungerCousinMothersBrothersDaughter>!$_"
/// The younger cousin mothers brothers son.
public let CNLabelContactRelationYoungerCousinMothersBrothersSon = "_$!<YoungerCousinMothersBrothersSon>!$_"
/// The younger cousin mothers siblings daughter or fathers sisters daughter.
public let CNLabelContactRelationYoungerCousinMothersSiblingsDaughterOrFathersSistersDaughter =
  "_$!<YoungerCousinMothersSiblingsDaughterOrFathersSistersDaughter>!$_"
/// The younger cousin mothers siblings son or fathers sisters son.
public let CNLabelContactRelationYoungerCousinMothersSiblingsSonOrFathersSistersSon =
  "_$!<YoungerCousinMothersSiblingsSonOrFathersSistersSon>!$_"
/// The younger cousin mothers sisters daughter.
public let CNLabelContactRelationYoungerCousinMothersSistersDaughter = "_$!<YoungerCousinMothersSistersDaughter>!$_"
/// The younger cousin mothers sisters son.
public let CNLabelContactRelationYoungerCousinMothersSistersSon = "_$!<YoungerCousinMothersSistersSon>!$_"
/// The younger cousin parents siblings daughter.
public let CNLabelContactRelationYoungerCousinParentsSiblingsDaughter = "_$!<YoungerCousinParentsSiblingsDaughter>!$_"
/// The younger cousin parents siblings son.
public let CNLabelContactRelationYoungerCousinParentsSiblingsSon = "_$!<YoungerCousinParentsSiblingsSon>!$_"
/// The younger sibling.
public let CNLabelContactRelationYoungerSibling = "_$!<YoungerSibling>!$_"
/// The younger sibling in law.
public let CNLabelContactRelationYoungerSiblingInLaw = "_$!<YoungerSiblingInLaw>!$_"
/// The younger sister.
public let CNLabelContactRelationYoungerSister = "_$!<YoungerSister>!$_"
/// The younger sister in law.
public let CNLabelContactRelationYoungerSisterInLaw = "_$!<YoungerSisterInLaw>!$_"
/// The youngest brother.
public let CNLabelContactRelationYoungestBrother = "_$!<YoungestBrother>!$_"
/// The youngest sister.
public let CNLabelContactRelationYoungestSister = "_$!<YoungestSister>!$_"
